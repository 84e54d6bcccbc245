// Opens the page of tests/sdk_consumer/browser as a visitor would, and says how long it took to its first picture:
//
//     node tests/web/consumer.js [--runs N] [--backend auto|webgpu|webgl2] FOLDER
//
// One line of JSON: the backend that was asked for, and the milliseconds from navigation to the compared picture of
// each run, every one in a browser of its own. Fails when the page answers anything but that it has drawn.
'use strict';

const path = require('path');
const fs = require('fs');
const { Problem, launch, serve, shut } = require('./browser');

const SECONDS = 60;

function readArguments(list) {
    const options = { runs: 1, backend: 'auto', folder: '' };
    for (let i = 0; i < list.length; ++i) {
        if (list[i] === '--runs' && Number(list[i + 1]) > 0) options.runs = Number(list[++i]);
        else if (list[i] === '--backend' && i + 1 < list.length) options.backend = list[++i];
        else if (!list[i].startsWith('-') && !options.folder) options.folder = list[i];
        else return null;
    }
    return options.folder ? options : null;
}

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
    const server = await serve(folder);
    try {
        const milliseconds = [];
        for (let i = 0; i < options.runs; ++i) {
            milliseconds.push(await visit(`http://127.0.0.1:${server.address().port}/?backend=${options.backend}`));
        }
        console.log(JSON.stringify({ backend: options.backend, milliseconds }));
    } finally {
        server.close();
        server.closeAllConnections();
    }
}

const options = readArguments(process.argv.slice(2));
if (!options) {
    console.error('usage: node tests/web/consumer.js [--runs N] [--backend auto|webgpu|webgl2] FOLDER');
    process.exit(2);
}
run(options).catch((error) => {
    console.error(`consumer.js: ${error instanceof Problem ? error.message : error.stack}`);
    process.exit(1);
});
