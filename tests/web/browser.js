// What the scripts here share: the browser, which is the distribution's Chromium without a window, through Playwright; the
// server of what it opens; the command line.
'use strict';

const http = require('http');
const fs = require('fs');
const path = require('path');

const ROOT = path.resolve(__dirname, '..', '..');
// Without the two Vulkan switches a canvas that draws with WebGPU takes the device with it.
const FLAGS = [
    '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-unsafe-swiftshader',
    '--use-angle=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
];
const TYPES = {
    '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm',
};

// Told to people without a stack of calls.
class Problem extends Error {}

function loadPlaywright() {
    const folder = path.join(ROOT, 'out', 'tools', 'lib', 'playwright-core');
    if (!fs.existsSync(folder)) throw new Problem('out/tools/lib/playwright-core is missing: run scripts/setup');
    return require(folder).chromium;
}

// Closes a page or a browser, which may have stopped to listen.
function shut(what) {
    return Promise.race([what.close(), new Promise((done) => setTimeout(done, 5000))]).catch(() => {});
}

// `browser` names another program than LUDUS_CHROMIUM or the distribution's.
async function launch(browser) {
    const executablePath = browser || process.env.LUDUS_CHROMIUM || '/usr/bin/chromium';
    if (!fs.existsSync(executablePath)) throw new Problem(`there is no browser ${executablePath}: run scripts/setup`);
    try {
        // Signals end this process, and Playwright's own hook at its end takes the browser along.
        return await loadPlaywright().launch({ executablePath, args: FLAGS, timeout: 60000, handleSIGTERM: false,
            handleSIGINT: false, handleSIGHUP: false });
    } catch (error) {
        if (error instanceof Problem) throw error;
        const text = String(error.message).split('\n').slice(0, 12).join('\n');
        throw new Problem(`${executablePath} did not start: ${text}`);
    }
}

// Serves the files of a folder, isolated so that pages may share memory. `make` answers the text of a file that is made
// here, by its name, or null; '' is the page itself, which is index.html unless it is made.
function serve(folder, make) {
    const server = http.createServer((request, response) => {
        const name = decodeURIComponent(request.url.split('?')[0]).slice(1);
        const made = make ? make(name) : null;
        const file = path.join(folder, path.basename(name) || 'index.html');
        const headers = {
            'Cross-Origin-Opener-Policy': 'same-origin',
            'Cross-Origin-Embedder-Policy': 'require-corp',
            'Cache-Control': 'no-store',
            'Content-Type': TYPES[path.extname(name) || '.html'] || 'application/octet-stream',
        };
        if (made !== null) {
            response.writeHead(200, headers);
            response.end(made);
        } else if (name === path.basename(name) && fs.existsSync(file)) {
            response.writeHead(200, headers);
            fs.createReadStream(file).pipe(response);
        } else {
            response.writeHead(404, headers);
            response.end();
        }
    });
    return new Promise((resolve, reject) => {
        server.on('error', reject);
        server.listen(0, '127.0.0.1', () => resolve(server));
    });
}

// Calls `use(address)` while a folder is served.
async function whileServed(folder, make, use) {
    const server = await serve(folder, make);
    try {
        return await use(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        server.close();
        server.closeAllConnections();
    }
}

// The words of a command line. `first` has the options with their first values: one that is false takes no word, one that is
// a number takes a number above zero. `rest` names the one word without an option. Null where something is not known.
function readArguments(list, first, rest) {
    const options = { ...first, [rest]: '' };
    for (let i = 0; i < list.length; ++i) {
        const name = list[i].replace(/^--/, '').replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
        const isOption = list[i].startsWith('--') && name in first;
        if (isOption && typeof first[name] === 'boolean') options[name] = true;
        else if (isOption && typeof first[name] === 'number' && Number(list[i + 1]) > 0) options[name] = Number(list[++i]);
        else if (isOption && typeof first[name] === 'string' && i + 1 < list.length) options[name] = list[++i];
        else if (!list[i].startsWith('-') && !options[rest]) options[rest] = list[i];
        else return null;
    }
    return options;
}

// A whole script: what `run` answers is its exit code, and `options` that are null are answered with the usage.
function runScript(name, usage, options, run) {
    if (!options) {
        console.error(`${name} does not know ${process.argv.slice(2).join(' ') || 'what to do'}\nusage: ${usage.join('\n       ')}`);
        process.exit(2);
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));
    run(options).then((code) => process.exit(code), (error) => {
        console.error(`${name}: ${error instanceof Problem ? error.message : error.stack}`);
        process.exit(1);
    });
}

module.exports = { Problem, ROOT, launch, readArguments, runScript, serve, shut, whileServed };
