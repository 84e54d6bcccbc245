// Cases of page.js: what a person does on the page, by pointer, finger and keys.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const { largeModel } = require('./models.js');
const { comparePng } = require('./png.js');
const { image, model } = require('./visit.js');

// In the page, until it draws: its frames, and what it said, each with the frame after which it was said.
const watchReading = () => {
    globalThis.seen = { frames: 0, words: [], isDrawing: false };
    const frame = () => {
        ++seen.frames;
        seen.isDrawing = document.body.dataset.state === 'drawing';
        if (!seen.isDrawing) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new MutationObserver(() => {
        for (const id of ['message-text', 'facts']) {
            const words = document.getElementById(id).textContent;
            if (words !== '' && !seen.words.some(({ text }) => text === words)) seen.words.push({ text: words, frame: seen.frames });
        }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
};

module.exports = {
    async 'loads, draws, and asks for nothing more'(visit) {
        await visit.open('01/webgl2', [640, 400]);
        // The page draws before its worker has loaded the same script.
        const isLoaded = () => visit.requests.filter((url) => url.endsWith('/ludus_web.js')).length === 2;
        for (let i = 0; i < 300 && !isLoaded(); ++i) await visit.page.waitForTimeout(100);
        assert.ok(isLoaded(), visit.requests.join('\n'));
        const loaded = visit.requests.length;
        assert.strictEqual(await visit.page.locator('#programs input').count(), 11);
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
            fs.writeFileSync(file, largeModel(8, 256, 1024)); // 31 MiB
            await visit.open('view/webgl2/1', [320, 180]);
            await visit.page.evaluate(watchReading);
            await visit.page.locator('.controls input[type=file]').setInputFiles(file);
            await visit.until(() => seen.isDrawing);
            const { words } = await visit.page.evaluate(() => seen);
            await visit.stop();
            await visit.picture('large');
            // What the worker reads may be read within a frame. What the page does itself it does a piece a frame: a page
            // that is held says it all without one. How long a frame takes is the machine's.
            for (const [part, isOfPage] of [[/^Taking the files, \d+ of 31 MiB\.$/, true], [/^Reading meshes, \d+ of 8\.$/, false],
                [/^uploading, \d+ of \d+$/, true]]) {
                const said = words.filter(({ text }) => part.test(text));
                const pieces = isOfPage ? new Set(said.map(({ frame }) => frame)).size : said.length;
                assert.ok(pieces > 1, `${part}: ${JSON.stringify(words)}`);
            }

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

    async 'takes a folder that is dropped, with the folders in it'(visit) {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ludus-page-'));
        try {
            const inner = path.join(folder, 'box', 'parts');
            fs.mkdirSync(path.join(inner, 'textures'), { recursive: true });
            const gltf = JSON.parse(fs.readFileSync(model('BoxTextured-glTF/BoxTextured.gltf')));
            gltf.buffers[0].uri = 'parts/BoxTextured0.bin';
            gltf.images[0].uri = 'parts/textures/CesiumLogoFlat.png';
            fs.writeFileSync(path.join(folder, 'box', 'box.gltf'), JSON.stringify(gltf));
            fs.copyFileSync(model('BoxTextured-glTF/BoxTextured0.bin'), path.join(inner, 'BoxTextured0.bin'));
            fs.copyFileSync(model('BoxTextured-glTF/CesiumLogoFlat.png'), path.join(inner, 'textures', 'CesiumLogoFlat.png'));
            await visit.open('view/webgl2/1', [160, 120]);
            const tools = await visit.page.context().newCDPSession(visit.page);
            const data = { items: [], files: [path.join(folder, 'box')], dragOperationsMask: 1 };
            for (const type of ['dragEnter', 'dragOver']) await tools.send('Input.dispatchDragEvent', { type, x: 80, y: 120, data });
            assert.ok(await visit.page.locator('#drop').isVisible());
            await tools.send('Input.dispatchDragEvent', { type: 'drop', x: 80, y: 120, data });
            await visit.until(() => document.getElementById('title').textContent === 'box/box.gltf');
            assert.ok(!await visit.page.locator('#drop').isVisible());
            await visit.settle('drawing');
            await visit.expectModel('box-folder', 'apps/view/tests/pictures/textured_box.png');
            assert.deepStrictEqual(visit.errors, []);
        } finally {
            fs.rmSync(folder, { recursive: true });
        }
    },

    async 'is used by keys alone, and shows where they go'(visit) {
        await visit.page.setViewportSize({ width: 840, height: 900 });
        await visit.open('01/webgl2');
        const press = (key) => visit.page.keyboard.press(key);
        const focus = () => visit.page.evaluate(() => {
            const one = document.activeElement;
            const shown = one.type === 'radio' ? one.nextElementSibling : one.closest('.button') || one;
            return { name: one.id || one.value || one.type || one.localName, group: one.name || '',
                outline: getComputedStyle(shown).outlineStyle };
        });
        const stops = [];
        for (let i = 0; i < 8 && !stops.includes('pause'); ++i) {
            await press('Tab');
            const { name, outline } = await focus();
            assert.notStrictEqual(outline, 'none', `the focus on ${name} cannot be seen`);
            stops.push(name);
        }
        assert.deepStrictEqual(stops, ['canvas', '01', 'webgl2', 'file', 'pause']);
        const chooser = visit.page.waitForEvent('filechooser'); // the browser hears of it some calls later
        chooser.catch(() => {}); // a case that fails before closes the page
        await press('Space');
        await visit.stop();
        await press('Shift+Tab');
        assert.strictEqual((await focus()).name, 'file');
        await press('Enter');
        await chooser;
        await press('Shift+Tab');
        await press('Shift+Tab');
        assert.strictEqual((await focus()).group, 'program');
        await press('ArrowDown');
        await press('ArrowDown');
        await press('ArrowDown');
        await visit.until(() => document.getElementById('title').textContent === 'Deferred' && document.body.dataset.state === 'drawing');
        await press('Shift+Tab');
        assert.strictEqual((await focus()).name, 'canvas');
        const start = await visit.picture('keys-0', 1);
        await visit.expectMove('keys-1', start, async () => { for (let i = 0; i < 4; ++i) await press('ArrowRight'); });
        for (let i = 0; i < 5; ++i) await press('Tab');
        assert.strictEqual((await focus()).name, 'summary');
        await press('Enter');
        await visit.until(() => document.getElementById('plan-text').textContent !== '');
        await press('Tab');
        assert.strictEqual((await focus()).name, 'plan-text');
        for (let i = 0; i < 5; ++i) await press('Shift+Tab');
        assert.strictEqual((await focus()).name, '04');
        await press('ArrowDown'); // what WebGL 2 cannot do
        await visit.refusal();
        await press('Shift+Tab'); // back from the programs to what is offered in the picture
        assert.strictEqual((await focus()).name, 'again');
        await press('Enter');
        await visit.refusal();
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'fits a phone that is held across'(visit) {
        await visit.page.setViewportSize({ width: 844, height: 390 });
        await visit.open('03/webgl2');
        await visit.keepPage('phone-across');
        const { wide, seen, canvas } = await visit.page.evaluate(() => ({ wide: document.documentElement.scrollWidth,
            seen: [innerWidth, innerHeight], canvas: document.getElementById('canvas').clientHeight }));
        assert.ok(wide <= seen[0], `${wide} pixels wide on a screen of ${seen[0]}`);
        assert.ok(canvas <= seen[1], `a picture ${canvas} pixels high on a screen of ${seen[1]}`);
        await visit.page.setViewportSize({ width: 390, height: 844 }); // turned upright
        await visit.until(() => document.getElementById('canvas').clientWidth < 390 && document.body.dataset.state === 'drawing');
        await visit.until(() => Math.abs(document.getElementById('canvas').width - 2 * document.getElementById('canvas').clientWidth) <= 2);
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
