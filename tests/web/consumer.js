// Opens the page of tests/sdk_consumer/browser as a visitor would, and says how long it took to its first picture:
//
//     node tests/web/consumer.js [--runs N] [--backend auto|webgpu|webgl2] FOLDER
//
// One line of JSON: the backend that was asked for, and the milliseconds from navigation to the compared picture of
// each run, every one in a browser of its own. Fails when the page answers anything but that it has drawn.
'use strict';

const path = require('path');
const fs = require('fs');
const { Problem, launch, readArguments, runScript, shut, whileServed } = require('./browser');

const SECONDS = 60;

async function visit(address) {
    const browser = await launch();
    try {
        const page = await browser.newPage();
        const said = [];
        page.on('console', (message) => said.push(message.text()));
        page.on('pageerror', (error) => said.push(error.message));
        await page.goto(address);
        const answered = page.waitForFunction(() => globalThis.consumerAnswer, null, { timeout: SECONDS * 1000 });
        const answer = await answered.then((found) => found.jsonValue(), () => null);
        if (!answer) throw new Problem(`no answer in ${SECONDS} s; the page said: ${said.join(' | ') || 'nothing'}`);
        if (answer.text !== 'drawn') throw new Problem(`the page answered: ${answer.text} ${said.join(' | ')}`);
        return answer.milliseconds;
    } finally {
        await shut(browser);
    }
}

async function run(options) {
    const folder = path.resolve(options.folder);
    if (!fs.existsSync(path.join(folder, 'index.html'))) throw new Problem(`there is no page in ${options.folder}`);
    return whileServed(folder, null, async (address) => {
        const milliseconds = [];
        for (let i = 0; i < options.runs; ++i) milliseconds.push(await visit(`${address}?backend=${options.backend}`));
        console.log(JSON.stringify({ backend: options.backend, milliseconds }));
        return 0;
    });
}

const read = readArguments(process.argv.slice(2), { runs: 1, backend: 'auto' }, 'folder');
runScript('consumer.js', ['node tests/web/consumer.js [--runs N] [--backend auto|webgpu|webgl2] FOLDER'],
    read && read.folder ? read : null, run);
