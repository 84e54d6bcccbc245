// Cases of page.js: what a person does on the page, by pointer, finger and keys.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const { largeModel } = require('./models.js');
const { comparePng } = require('./png.js');
const { image } = require('./visit.js');

// In the page, until it draws: the longest time in which its event loop did not turn, its frames, what it said.
const watchReading = () => {
    globalThis.seen = { gap: 0, frames: 0, words: [], took: 0 };
    const began = performance.now();
    let last = began;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
        const now = performance.now();
        seen.gap = Math.max(seen.gap, now - last);
        last = now;
        if (document.body.dataset.state === 'drawing') seen.took = now - began;
        else setTimeout(() => channel.port2.postMessage(0), 0);
    };
    channel.port2.postMessage(0);
    const frame = () => {
        ++seen.frames;
        if (!seen.took) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new MutationObserver(() => {
        for (const id of ['message-text', 'facts']) {
            const words = document.getElementById(id).textContent;
            if (words !== '' && !seen.words.includes(words)) seen.words.push(words);
        }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
};

module.exports = {
    async 'loads, draws, and asks for nothing more'(visit) {
        await visit.open('01/webgl2', [640, 400]);
        const loaded = visit.requests.length;
        assert.strictEqual(await visit.page.locator('#programs input').count(), 9);
        await visit.until(() => /WebGL 2 · 640 × 400 · [\d.]+ ms a frame/.test(document.getElementById('facts').textContent));
        await visit.choose('Instances');
        await visit.settle('drawing');
        assert.strictEqual(await visit.text('#title'), 'Instances');
        assert.strictEqual(new URL(visit.page.url()).hash, '#03/webgl2');
        assert.deepStrictEqual(visit.requests.slice(loaded), []);
        assert.ok(visit.requests.every((url) => url.startsWith(visit.address)), visit.requests.join('\n'));
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'shows the plan that ludus-graph prints'(visit) {
        await visit.open('04/webgl2', [320, 200]);
        await visit.page.locator('#plan summary').click();
        await visit.until(() => document.getElementById('plan-text').textContent !== '');
        const plan = await visit.page.evaluate(() => document.getElementById('plan-text').textContent);
        const size = (text) => text.replace(/\d+x\d+|\d+ bytes?/g, '#'); // of the canvas, which is smaller here
        assert.strictEqual(size(plan), size(image('apps/graph/tests/plans/gallery-04-frame-1.txt').toString()));
    },

    async 'turns by pointer, keys and wheel'(visit) {
        await visit.open('02/webgl2', [320, 200]);
        const start = await visit.picture('turn-0');
        const box = await visit.page.locator('#canvas').boundingBox();
        const mouse = visit.page.mouse;
        await visit.expectMove('turn-1', start, async () => {
            await mouse.move(box.x + 100, box.y + 100);
            await mouse.down();
            await mouse.move(box.x + 200, box.y + 110, { steps: 4 });
            await mouse.up();
        });
        await visit.page.keyboard.press('r');
        assert.strictEqual(comparePng(await visit.picture('turn-2', 2), start, 0).above, 0);
        await visit.page.locator('#canvas').focus();
        await visit.expectMove('turn-3', start, async () => {
            for (let i = 0; i < 5; ++i) await visit.page.keyboard.press('ArrowLeft');
        });
        await visit.page.keyboard.press('r');
        await visit.expectMove('turn-4', start, () => mouse.wheel(0, -300));
    },

    async 'follows its window, and pauses'(visit) {
        await visit.open('06/webgl2', [320, 200]);
        await visit.frames(1);
        await visit.resize(400, 250); // a program whose textures are as large as the surface
        await visit.until(() => document.getElementById('canvas').width === 400 && document.body.dataset.state === 'drawing');
        await visit.frames(1);
        await visit.page.locator('#pause').click();
        await visit.stop();
        const paused = await visit.countFrames();
        await visit.page.waitForTimeout(200);
        assert.strictEqual(await visit.countFrames(), paused);
        await visit.page.locator('#pause').click();
        await visit.frames(1);
    },

    async 'goes on while it reads a large model, says what it does, and can be told otherwise'(visit) {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ludus-page-'));
        const file = path.join(folder, 'large.glb');
        try {
            fs.writeFileSync(file, largeModel(12, 256, 2048)); // 54 MiB
            await visit.open('view/webgl2/1', [320, 180]);
            await visit.page.evaluate(watchReading);
            await visit.page.locator('.controls input[type=file]').setInputFiles(file);
            await visit.until(() => seen.took);
            const { took, frames, gap, words } = await visit.page.evaluate(() => seen);
            await visit.stop();
            await visit.picture('large');
            for (const part of [/^Taking the files, \d+ of 54 MiB\.$/, /^Reading meshes, \d+ of 12\.$/, /^uploading, \d+ of \d+$/]) {
                assert.ok(words.filter((text) => part.test(text)).length > 1, `${part} is not in ${words.join(' | ')}`);
            }
            // A page that reads by itself answers once, at the end. This one is held by single steps of the upload, of which
            // the largest is one picture: how long that takes depends on the machine, its share of the whole does not.
            assert.ok(gap < took / 3, `the page did not answer for ${gap.toFixed(0)} of ${took.toFixed(0)} ms`);
            assert.ok(frames >= 10, `${frames} frames of the page in ${took.toFixed(0)} ms`);

            await visit.page.evaluate(() => { reader.addEventListener('message', ({ data }) => { seen.scene = Boolean(data.scene); }); });
            await visit.page.locator('.controls input[type=file]').setInputFiles(file);
            await visit.until(() => /^Reading meshes/.test(document.getElementById('message-text').textContent));
            await visit.choose('Fullscreen');
            await visit.settle('drawing');
            await visit.until(() => seen.scene); // for nobody
            await visit.frames(2);
            assert.strictEqual(await visit.text('#title'), 'Fullscreen');
            assert.deepStrictEqual(visit.errors, []);
        } finally {
            fs.rmSync(folder, { recursive: true });
        }
    },

    async 'fits a phone, where fingers turn'(visit) {
        await visit.open('03/webgl2');
        await visit.keepPage('phone');
        const [wide, seen] = await visit.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= seen, `${wide} pixels wide on a screen of ${seen}`);
        const small = await visit.page.evaluate(() => [...document.querySelectorAll('label, button')]
            .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 40).map((one) => one.textContent));
        assert.deepStrictEqual(small, [], 'too low for a finger');
        const ratio = await visit.page.evaluate(() => {
            const canvas = document.getElementById('canvas');
            return canvas.width / canvas.clientWidth;
        });
        assert.ok(Math.abs(ratio - 2) < 0.02, `${ratio} pixels where the screen has 2`);
        const start = await visit.picture('finger-0');
        await visit.expectMove('finger-1', start, () => visit.page.evaluate(() => {
            const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
            const touch = (kind, x, buttons) => canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 7, pointerType: 'touch',
                clientX: box.x + x, clientY: box.y + 60, buttons, button: kind === 'pointermove' ? -1 : 0, bubbles: true }));
            touch('pointerdown', 60, 1);
            for (let x = 70; x <= 160; x += 10) touch('pointermove', x, 1);
            touch('pointerup', 160, 0);
        }));
    },
};
