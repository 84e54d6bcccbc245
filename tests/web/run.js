// Runs a test program that was compiled to WebAssembly in the distribution's Chromium, without a window:
//
//     node tests/web/run.js [--filter GOOGLETEST_FILTER] [--case-seconds N] [--browser FILE] PROGRAM.js
//     node tests/web/run.js --plain PROGRAM.js
//     node tests/web/run.js --probe | --probe-webgpu | --probe-webgl2
//
// The program's output is this script's output. It ends with one line of counts a lane, and fails when a case fails,
// when the program ends before its last case (the case is named, the others run in a fresh page), when a case takes
// longer than N seconds, and when nothing ran. Variables that begin with LUDUS_ or GTEST_ reach the program.
// --plain runs a program that has no cases. --probe tells whether the browser can run such programs, and which it is;
// --probe-webgpu also which adapter it has, --probe-webgl2 whether it makes such a context.
'use strict';

const fs = require('fs');
const path = require('path');

const { Problem, launch, readArguments, runScript, shut, whileServed } = require('./browser.js');

const PAGE = `<!doctype html><meta charset="utf-8"><title>Ludus tests</title><link rel="icon" href="data:,">
<canvas id="canvas" width="64" height="64"></canvas><script src="environment.js"></script>`;
const MAX_PAGES = 20;

function readOptions(list) {
    const known = { caseSeconds: 120, filter: process.env.GTEST_FILTER || '*', browser: '', plain: false, probe: false,
        probeWebgpu: false, probeWebgl2: false };
    const options = readArguments(list, known, 'program');
    if (!options) return null;
    const isProbe = options.probe || options.probeWebgpu || options.probeWebgl2;
    return isProbe === !options.program ? { ...options, isProbe } : null;
}

// The page, and its environment.
function pageOf(environment) {
    return (name) => {
        if (name === '') return PAGE;
        return name === 'environment.js' ? `globalThis.ludusTest = { environment: ${JSON.stringify(environment())} };` : null;
    };
}

// What GoogleTest prints, read as it comes: which case runs, and how each ended.
class Reader {
    constructor() {
        this.running = '';
        this.results = new Map();
    }

    read(line) {
        const match = /^\[( RUN      |       OK |  FAILED  |  SKIPPED )\] (.*)$/.exec(line);
        if (!match) return;
        const word = match[1].trim();
        const rest = match[2];
        if (word === 'RUN') this.running = rest;
        // The summary at the end names cases without their time.
        else if (this.running && rest.startsWith(this.running) && /\(\d+ ms\)$/.test(rest)) this.end(word);
    }

    end(word) {
        this.results.set(this.running, word);
        this.running = '';
    }
}

// What a page cannot do itself, for screen.js.
async function offerDriver(page) {
    const tools = await page.context().newCDPSession(page);
    const services = {
        async screenshot(x, y, width, height) {
            const clip = { x, y, width, height, scale: 1 };
            return (await tools.send('Page.captureScreenshot', { format: 'png', clip })).data;
        },
        async scale(ratio) {
            const { width, height } = page.viewportSize();
            await tools.send('Emulation.setDeviceMetricsOverride',
                { width, height, deviceScaleFactor: ratio || 1, mobile: false });
        },
    };
    await page.exposeFunction('ludusDriver', (name, list) => services[name](...list));
}

// One page from its load to the program's end. Resolves to the exit code, or to words on why there is none.
function runPage(browser, address, program, reader, options) {
    return new Promise((resolve) => {
        let timer = null;
        let page = null;
        const finish = async (outcome) => {
            if (!timer) return;
            clearTimeout(timer);
            timer = null;
            if (page) await shut(page);
            resolve(outcome);
        };
        const arm = () => {
            clearTimeout(timer);
            timer = setTimeout(() => finish(`took longer than ${options.caseSeconds} s`), options.caseSeconds * 1000);
        };
        arm();
        const onConsole = (message) => {
            const text = message.text();
            if (text.startsWith('ludus-exit ')) {
                finish(Number(text.slice(11)));
            } else if (text.startsWith('ludus-end ')) {
                finish(text.slice(10));
            } else if (message.type() === 'log') {
                console.log(text);
                reader.read(text);
                if (timer && text.startsWith('[')) arm();
            } else {
                console.log(`(page, ${message.type()}) ${text}`);
            }
        };
        browser.newPage().then(async (opened) => {
            page = opened;
            await offerDriver(page);
            page.on('console', onConsole);
            page.on('pageerror', (error) => finish(`threw ${error.stack || error.message}`));
            page.on('crash', () => finish('took its page down'));
            browser.on('disconnected', () => finish('took the browser down'));
            return page.goto(address).then(() => page.addScriptTag({ url: program }));
        }).catch((error) => finish(`could not be loaded: ${error.message}`));
    });
}

function report(reader, name) {
    const lanes = new Map();
    for (const [test, word] of reader.results) {
        const lane = /\/(reference|chromium_[a-z0-9]+)$/.exec(test);
        const key = lane ? lane[1].replace('_', '-') : 'without a device';
        const counts = lanes.get(key) || { OK: 0, SKIPPED: 0, FAILED: 0 };
        ++counts[word];
        lanes.set(key, counts);
    }
    for (const [lane, counts] of [...lanes].sort()) {
        console.log(`${name}, ${lane}: ${counts.OK} passed, ${counts.SKIPPED} skipped, ${counts.FAILED} failed`);
    }
    for (const [test, word] of reader.results) {
        if (word === 'FAILED') console.log(`failed: ${test}`);
    }
}

async function run(options) {
    if (!fs.existsSync(options.program)) throw new Problem(`there is no ${options.program}: build it first`);
    const program = path.resolve(options.program);
    const name = path.basename(program, '.js');
    const reader = new Reader();
    const environment = () => {
        const isPassed = ([key]) => key.startsWith('LUDUS_') || key.startsWith('GTEST_');
        const passed = Object.fromEntries(Object.entries(process.env).filter(isPassed));
        const done = [...reader.results.keys()].join(':');
        const without = done === '' ? '' : (options.filter.includes('-') ? ':' : '-') + done;
        return { ...passed, GTEST_COLOR: 'no', GTEST_FILTER: options.filter + without };
    };
    let problems = 0;
    await whileServed(path.dirname(program), pageOf(environment), async (address) => {
        let browser = null;
        for (let pages = 0; ; ++pages) {
            if (!browser || !browser.isConnected()) browser = await launch(options.browser);
            const outcome = await runPage(browser, address, path.basename(program), reader, options);
            if (typeof outcome === 'number') {
                if (outcome !== 0 && ![...reader.results.values()].includes('FAILED')) {
                    console.log(`${name} ended with ${outcome}`);
                    ++problems;
                }
                break;
            }
            ++problems;
            const where = reader.running;
            console.log(`${where || name} ${outcome}`);
            if (where) reader.end('FAILED');
            // A page that hangs is not to be trusted to close.
            await shut(browser);
            browser = null;
            if (!where || pages + 1 >= MAX_PAGES) {
                console.log(`${name}: the cases after that one did not run`);
                break;
            }
        }
        if (browser) await shut(browser);
    });
    if (options.plain) return problems === 0 ? 0 : 1;
    report(reader, name);
    if (reader.results.size === 0) {
        console.log(`${name}: no case ran`);
        ++problems;
    }
    return problems === 0 && ![...reader.results.values()].includes('FAILED') ? 0 : 1;
}

async function probe(options) {
    const browser = await launch(options.browser);
    return whileServed(__dirname, pageOf(() => ({})), async (address) => {
        const page = await browser.newPage();
        await page.goto(address);
        const canWait = await page.evaluate(() => typeof WebAssembly.Suspending === 'function');
        if (!canWait) {
            throw new Problem(`Chromium ${browser.version()} cannot suspend WebAssembly; 137 is the first that can`);
        }
        let adapter = '';
        if (options.probeWebgl2) {
            adapter = await page.evaluate(() => {
                const context = document.createElement('canvas').getContext('webgl2');
                return context ? context.getParameter(context.VERSION) : '';
            });
            if (!adapter) throw new Problem(`Chromium ${browser.version()} makes no WebGL 2 context`);
        }
        if (options.probeWebgpu) {
            adapter = await page.evaluate(async () => {
                const found = navigator.gpu ? await navigator.gpu.requestAdapter() : null;
                return found ? `${found.info.vendor} ${found.info.architecture}` : '';
            });
            if (!adapter) throw new Problem(`Chromium ${browser.version()} has no WebGPU adapter`);
        }
        console.log(`Chromium ${browser.version()}${adapter ? `, ${adapter}` : ''}`);
        return 0;
    }).finally(() => shut(browser));
}

runScript('run.js', [
    'node tests/web/run.js [--filter FILTER] [--case-seconds N] [--browser FILE] PROGRAM.js',
    'node tests/web/run.js --plain PROGRAM.js',
    'node tests/web/run.js --probe | --probe-webgpu | --probe-webgl2',
], readOptions(process.argv.slice(2)), (options) => (options.isProbe ? probe(options) : run(options)));
