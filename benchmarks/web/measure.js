// Measures the pages of this folder in the distribution's Chromium, both libraries in turns in one run:
//
//     node benchmarks/web/measure.js [--rounds N] [--frames N] FOLDER
//
// FOLDER is where they were built. One line of JSON a page: {backend, library, milliseconds, calls, pixel}; calls and
// pixel are those of a page that was opened for them alone.
'use strict';

const path = require('path');
const { Problem, launch, serve, shut } = require('../../tests/web/browser');

const BACKENDS = ['webgpu', 'webgl2'];
const LIBRARIES = ['ludus', 'javascript'];
const WARMUPS = 8;
const PAUSE = 60; // milliseconds between frames: the GPU's work is not what is measured

function readArguments(list) {
    const options = { rounds: 3, frames: 24, folder: '' };
    for (let i = 0; i < list.length; ++i) {
        if (list[i] === '--rounds' && Number(list[i + 1]) > 0) options.rounds = Number(list[++i]);
        else if (list[i] === '--frames' && Number(list[i + 1]) > 0) options.frames = Number(list[++i]);
        else if (!list[i].startsWith('-') && !options.folder) options.folder = list[i];
        else return null;
    }
    return options.folder ? options : null;
}

async function open(browser, address, warmups, frames) {
    const page = await browser.newPage();
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    try {
        await page.goto(address);
        return await page.evaluate((list) => globalThis.measure(...list), [warmups, frames, PAUSE]);
    } catch (error) {
        throw new Problem(`${address}: ${String(error.message).split('\n')[0]} ${said.join(' | ')}`);
    } finally {
        await shut(page);
    }
}

async function run(options) {
    const server = await serve(path.resolve(options.folder));
    const browser = await launch();
    try {
        const base = `http://127.0.0.1:${server.address().port}/`;
        for (const backend of BACKENDS) {
            const lines = LIBRARIES.map((library) => ({ backend, library, milliseconds: [] }));
            for (let round = 0; round < options.rounds; ++round) {
                for (const line of lines) {
                    const address = `${base}?library=${line.library}&backend=${backend}`;
                    const found = await open(browser, address, WARMUPS, options.frames);
                    line.milliseconds.push(found.milliseconds);
                }
                lines.reverse();
            }
            for (const line of lines) {
                const address = `${base}?library=${line.library}&backend=${backend}&count=1`;
                const { calls, pixel } = await open(browser, address, 2, 1);
                console.log(JSON.stringify({ ...line, calls, pixel }));
            }
        }
    } finally {
        await shut(browser);
        server.close();
        server.closeAllConnections();
    }
}

const options = readArguments(process.argv.slice(2));
if (!options) {
    console.error('usage: node benchmarks/web/measure.js [--rounds N] [--frames N] FOLDER');
    process.exit(2);
}
run(options).catch((error) => {
    console.error(`measure.js: ${error instanceof Problem ? error.message : error.stack}`);
    process.exit(1);
});
