// One visit to the page of gallery and viewer, as the cases of page.js make it: what a person does there, and what is seen.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');

const { ROOT } = require('./browser.js');
const { comparePng } = require('./png.js');

const MODELS = process.env.LUDUS_TEST_MODELS || '/usr/share/assimp/models';
const SECONDS = 30;

// How far the viewer's pictures may be from those that its native tests compare with: their bound, and their reasons
// (apps/common/testing/include/common/testing/expect_picture.h).
const PICTURE_CODES = 4;
const PICTURE_EDGE_SHARE = 0.015;
const MOVED_SHARE = 0.02; // what a picture changes by that moved

const image = (name) => fs.readFileSync(path.join(ROOT, name));
const model = (name) => path.join(MODELS, 'glTF2', name);

// The gallery's pictures: apps/gallery/tests/bounds.json says how far a backend may be from which.
const TABLE = JSON.parse(image('apps/gallery/tests/bounds.json'));

function boundOf(program, backend) {
    const bound = TABLE.bounds.find((row) => row.program === program && row.backend === `chromium-${backend}`);
    assert.ok(bound, `no bound is declared for ${program} on ${backend} in Chromium`);
    const picture = bound.frame ? `apps/gallery/tests/pictures/gallery-${program}-frame-${bound.frame}.png`
        : `docs/images/gallery-${program}.png`;
    // The address stops the page there. A program whose every frame is the same is drawn once.
    return { ...bound, picture, last: bound.frame || 1, why: TABLE.reasons[bound.reason] };
}

// In the page. It allows no styles but its own; a sheet that a script adopts is no exception to that.
const setSize = ([width, height]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`#canvas { width: ${width}px; height: ${height}px; outline: none !important;
        border-radius: 0 !important; } #stage { width: ${width}px; border-radius: 0; }`);
    document.adoptedStyleSheets = [sheet];
};

class Visit {
    constructor(page, address, options) {
        this.page = page;
        this.address = address;
        this.options = options;
        this.requests = [];
        this.errors = [];
        page.on('request', (request) => this.requests.push(request.url()));
        page.on('pageerror', (error) => this.errors.push(`${error.stack || error.message}`));
        page.on('console', (message) => { if (message.type() === 'error') this.errors.push(message.text()); });
    }

    // `place` is PROGRAM/BACKEND or PROGRAM/BACKEND/FRAME; `size` is the canvas' in pixels, where a picture is to be compared.
    async open(place, size) {
        if (size) await this.page.addInitScript(setSize, size);
        await this.page.goto(`${this.address}#${place}`);
        await this.settle();
    }

    // As somebody does who edits the address.
    async go(place) {
        await this.page.evaluate((hash) => { location.hash = hash; }, place);
        await this.page.waitForFunction((hash) => location.hash === `#${hash}` &&
            document.querySelector(`input[value="${hash.split('/')[0]}"]`).checked, place);
        await this.settle();
    }

    // Without an adapter, cases of WebGPU have nothing to ask, unless the lane is required.
    async hasWebGpu() {
        const page = await this.page.context().newPage();
        await page.goto(`${this.address}page.css`);
        const found = await page.evaluate(async () => Boolean(navigator.gpu && await navigator.gpu.requestAdapter()));
        await page.close();
        assert.ok(found || !(process.env.LUDUS_REQUIRE || '').includes('chromium-webgpu'), 'the lane chromium-webgpu is required');
        return found;
    }

    resize(width, height) { return this.page.evaluate(setSize, [width, height]); }

    until(what, value) { return this.page.waitForFunction(what, value, { timeout: SECONDS * 1000 }); }

    // Until something is drawn, or said.
    settle(state) {
        return this.until((wanted) => (wanted ? [wanted] : ['drawing', 'problem', 'waiting'])
            .includes(document.body.dataset.state), state);
    }

    state() { return this.page.evaluate(() => document.body.dataset.state); }

    text(selector) { return this.page.locator(selector).innerText(); }

    countFrames() { return this.page.evaluate(() => Number(document.body.dataset.frames || 0)); }

    // Frames drawn from now on.
    async frames(count) {
        const now = await this.countFrames();
        await this.until((least) => Number(document.body.dataset.frames || 0) >= least, now + count);
    }

    // Until the page stops at the frame that the address names.
    stop() { return this.until(() => document.getElementById('pause').getAttribute('aria-pressed') === 'true'); }

    // The words that stand in the picture's place.
    async refusal() {
        await this.settle('problem');
        return `${await this.text('#message-title')}: ${await this.text('#message-text')}`;
    }

    async picture(name, frames) {
        if (frames) await this.frames(frames);
        const box = await this.page.locator('#canvas').boundingBox();
        const bytes = await this.page.screenshot({ clip: { x: Math.round(box.x), y: Math.round(box.y),
            width: Math.round(box.width), height: Math.round(box.height) } });
        this.keep(name, bytes);
        return bytes;
    }

    keep(name, bytes) {
        if (!this.options.pictures) return;
        fs.mkdirSync(this.options.pictures, { recursive: true });
        fs.writeFileSync(path.join(this.options.pictures, `${name}.png`), bytes);
    }

    async keepPage(name) {
        if (this.options.pictures) this.keep(name, await this.page.screenshot({ fullPage: true }));
    }

    // The page stands at the frame of program's bound.
    async expectProgram(program, backend, name) {
        await this.stop();
        const bound = boundOf(program, backend);
        const found = comparePng(await this.picture(name || `${program}-${backend}`), image(bound.picture), bound.codes);
        assert.ok(found.above <= bound.pixels, `${program} on ${backend}: ${found.above} pixels differ by more than ` +
            `${bound.codes} codes, the first ${found.first}, by up to ${found.largest}; at most ${bound.pixels} may: ${bound.why}`);
    }

    // The page stands at a frame that shows a model.
    async expectModel(name, native) {
        await this.stop();
        const { share } = comparePng(await this.picture(name), image(native), PICTURE_CODES);
        assert.ok(share <= PICTURE_EDGE_SHARE, `${name}: ${(100 * share).toFixed(2)} % of the pixels differ by more than ` +
            `${PICTURE_CODES} codes; at most ${100 * PICTURE_EDGE_SHARE} % may`);
    }

    // Does something, and expects the picture to be another one than `start` is.
    async expectMove(name, start, action) {
        await action();
        const share = await this.moved(name, start);
        assert.ok(share > MOVED_SHARE, `${name} changed ${(100 * share).toFixed(2)} % of the picture`);
    }

    // Expects the picture to become another one than `start` by itself.
    async untilMoved(name, start) {
        let share = 0;
        for (let i = 0; i < 20 && share <= MOVED_SHARE; ++i) {
            await this.page.waitForTimeout(300);
            share = await this.moved(name, start);
        }
        assert.ok(share > MOVED_SHARE, `${name} changed ${(100 * share).toFixed(2)} % of the picture in 6 s`);
    }

    async moved(name, start) {
        return comparePng(await this.picture(name, 2), start, PICTURE_CODES).share;
    }

    // As a person does who drags files onto the page: paths of this machine, or { name, bytes }.
    async drop(files) {
        const list = files.map((file) => (typeof file === 'string' ? { name: path.basename(file), bytes: fs.readFileSync(file) } : file))
            .map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
        await this.page.evaluate((dropped) => {
            const transfer = new DataTransfer();
            for (const { name, base64 } of dropped) {
                transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name));
            }
            for (const kind of ['dragenter', 'dragover', 'drop']) {
                document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
            }
        }, list);
        await this.until(() => document.body.dataset.state !== 'starting');
    }

    choose(name) { return this.page.locator('.controls label', { hasText: new RegExp(`^(\\d\\d)?${name}$`) }).click(); }
}

module.exports = { MODELS, Visit, boundOf, image, model };
