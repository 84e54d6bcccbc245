// Drives the page of gallery and viewer in the distribution's Chromium:
//
//     node tests/web/page.js [--case WORDS] [--pictures FOLDER] [--browser FILE] FOLDER
//
// FOLDER holds the built page. Each case opens it anew and says "ok" or why not; the script fails when one does. The cases
// stand in files of their own, by their subject.
// --case runs the cases whose name has these words. --pictures keeps what was seen, to be looked at.
'use strict';

const fs = require('fs');
const path = require('path');

const { Problem, launch, readArguments, runScript, shut, whileServed } = require('./browser.js');
const { Visit, model } = require('./visit.js');

const CASES = { ...require('./page_pictures.js'), ...require('./page_use.js'), ...require('./page_failures.js') };

const CASE_SECONDS = 60;
const DESKTOP = { viewport: { width: 1180, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

async function runCase(name, browser, address, options) {
    const context = await browser.newContext(name.includes('phone') ? PHONE : DESKTOP);
    const visit = new Visit(await context.newPage(), address, options);
    const began = Date.now();
    let timer = null;
    try {
        await Promise.race([CASES[name](visit), new Promise((_, failed) => {
            timer = setTimeout(() => failed(new Error(`took longer than ${CASE_SECONDS} s`)), CASE_SECONDS * 1000);
        })]);
        console.log(`ok      ${name} (${Date.now() - began} ms)`);
        return true;
    } catch (error) {
        console.log(`FAILED  ${name}: ${error.message}`);
        const said = await visit.page.evaluate(() => document.getElementById('message-text').textContent).catch(() => '');
        if (said) console.log(`        the page says: ${said}`);
        for (const text of visit.errors) console.log(`        (page) ${text}`);
        await visit.keepPage('failed').catch(() => {});
        return false;
    } finally {
        clearTimeout(timer);
        await shut(context);
    }
}

async function run(options) {
    if (!fs.existsSync(path.join(options.folder, 'index.html'))) throw new Problem(`there is no page in ${options.folder}: build it first`);
    if (!fs.existsSync(model('.'))) throw new Problem(`the test models are missing from ${model('.')}: run scripts/setup`);
    const names = Object.keys(CASES).filter((name) => name.includes(options.case));
    let passed = 0;
    await whileServed(path.resolve(options.folder), null, async (address) => {
        let browser = await launch(options.browser);
        for (const name of names) {
            if (!browser.isConnected()) browser = await launch(options.browser);
            passed += await runCase(name, browser, address, options) ? 1 : 0;
        }
        await shut(browser);
    });
    console.log(`page: ${passed} passed, ${names.length - passed} failed`);
    return passed === names.length && passed > 0 ? 0 : 1;
}

const read = readArguments(process.argv.slice(2), { case: '', pictures: '', browser: '' }, 'folder');
runScript('page.js', ['node tests/web/page.js [--case WORDS] [--pictures FOLDER] [--browser FILE] FOLDER'],
    read && read.folder ? read : null, run);
