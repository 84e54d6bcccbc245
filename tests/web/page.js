// Drives the page of gallery and viewer in the distribution's Chromium:
//
//     node tests/web/page.js [--case WORDS] [--pictures FOLDER] [--browser FILE] FOLDER
//
// FOLDER holds the built page. Each case opens it anew and says "ok" or why not; the script fails when one does.
// --case runs the cases whose name has these words. --pictures keeps what was seen, to be looked at.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');

const { Problem, ROOT, launch, serve, shut } = require('./browser.js');

const MODELS = process.env.LUDUS_TEST_MODELS || '/usr/share/assimp/models';
const CASE_SECONDS = 60;

// How far the page may be from the picture that the native programs' tests compare with: their bound, and their reasons
// (apps/common/testing/include/common/testing/expect_picture.h).
const PICTURE_CODES = 4;
const PICTURE_EDGE_SHARE = 0.015;
// Program 04 guesses openness from twelve turned directions, and shows it unfiltered in a small picture. WebGPU and WebGL 2 in
// one browser agree on it in all but 0.05 % of the pixels; both differ from the native picture in 2.8 %, because the
// browser's SwiftShader and the native llvmpipe round sines and cosines in their own ways.
const SHARES = { '04': 0.035 };

const image = (name) => fs.readFileSync(path.join(ROOT, name));
const gallery = (number) => image(`docs/images/gallery-${number}.png`);
const model = (name) => path.join(MODELS, 'glTF2', name);

// One page, with what every case does with it.
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

    // `place` is PROGRAM/BACKEND; `size` is the canvas' in pixels, where a picture is to be compared.
    async open(place, size) {
        await this.page.goto(`${this.address}#${place}`);
        if (size) await this.resize(...size);
        await this.settle();
    }

    async resize(width, height) {
        // The page allows no styles but its own; a sheet that a script adopts is no exception to that.
        await this.page.evaluate((style) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(style);
            document.adoptedStyleSheets = [sheet];
        }, `#canvas { width: ${width}px; height: ${height}px; outline: none !important; border-radius: 0 !important; } #stage { width: ${width}px; border-radius: 0; }`);
    }

    // Until something is drawn, or said.
    async settle(state) {
        await this.page.waitForFunction((wanted) => (wanted ? [wanted] : ['drawing', 'problem', 'waiting'])
            .includes(document.body.dataset.state), state, { timeout: 30000 });
    }

    state() { return this.page.evaluate(() => document.body.dataset.state); }

    text(selector) { return this.page.locator(selector).innerText(); }

    // Frames drawn from now on.
    async frames(count) {
        const now = await this.page.evaluate(() => Number(document.body.dataset.frames || 0));
        await this.page.waitForFunction((least) => Number(document.body.dataset.frames || 0) >= least, now + count,
            { timeout: 30000 });
    }

    // The words that stand in the picture's place.
    async refusal() {
        await this.settle('problem');
        return `${await this.text('#message-title')}: ${await this.text('#message-text')}`;
    }

    async picture(name, frames) {
        await this.frames(frames || 1);
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

    // Pixels with a channel that differs by more than PICTURE_CODES, and all of them.
    difference(a, b) {
        return this.page.evaluate(async ([first, second, codes]) => {
            const read = async (base64) => {
                const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
                const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none' });
                const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
                context.drawImage(bitmap, 0, 0);
                return context.getImageData(0, 0, bitmap.width, bitmap.height);
            };
            const one = await read(first), other = await read(second);
            if (one.width !== other.width || one.height !== other.height) {
                return { size: `${one.width}x${one.height} instead of ${other.width}x${other.height}` };
            }
            let differing = 0;
            for (let at = 0; at < one.data.length; at += 4) {
                const apart = [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]) > codes);
                differing += apart ? 1 : 0;
            }
            return { size: '', differing, share: differing / (one.width * one.height) };
        }, [a.toString('base64'), b.toString('base64'), PICTURE_CODES]);
    }

    async expectLike(name, native) {
        const { size, share } = await this.difference(await this.picture(name), native);
        assert.strictEqual(size, '', `${name} is ${size}`);
        const most = SHARES[name] || PICTURE_EDGE_SHARE;
        assert.ok(share <= most, `${name}: ${(100 * share).toFixed(2)} % of the pixels differ by more than ` +
            `${PICTURE_CODES} codes; at most ${100 * most} % may`);
    }

    // As a person does who drags files onto the page.
    async drop(files) {
        const list = files.map((file) => ({ name: path.basename(file), base64: fs.readFileSync(file).toString('base64') }));
        await this.page.evaluate((dropped) => {
            const transfer = new DataTransfer();
            for (const { name, base64 } of dropped) {
                transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name));
            }
            for (const kind of ['dragenter', 'dragover', 'drop']) {
                document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
            }
        }, list);
        await this.page.waitForFunction(() => document.body.dataset.state !== 'starting');
    }

    choose(name) { return this.page.locator('.controls label', { hasText: new RegExp(`^(\\d\\d)?${name}$`) }).click(); }
}

const CASES = {
    async 'loads, draws the first program and asks for nothing more'(visit) {
        await visit.open('01/webgl2', [640, 400]);
        const loaded = visit.requests.length;
        await visit.expectLike('01', gallery('01'));
        assert.strictEqual(await visit.page.locator('#programs input').count(), 9);
        await visit.page.waitForFunction(() => /WebGL 2 · 640 × 400 · [\d.]+ ms a frame/.test(
            document.getElementById('facts').textContent));
        assert.deepStrictEqual(visit.requests.slice(loaded), []);
        assert.ok(visit.requests.every((url) => url.startsWith(visit.address)), visit.requests.join('\n'));
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'switches programs and draws each as natively'(visit) {
        await visit.open('02/webgl2', [640, 400]);
        await visit.expectLike('02', gallery('02'));
        for (const [number, title] of [['03', 'Instances'], ['08', 'Screen']]) {
            await visit.choose(title);
            await visit.settle();
            assert.strictEqual(await visit.text('#title'), title);
            await visit.expectLike(number, gallery(number));
        }
        assert.strictEqual(new URL(visit.page.url()).hash, '#08/webgl2');
    },

    async 'shows the plan that ludus-graph prints'(visit) {
        await visit.open('04/webgl2', [640, 400]);
        await visit.expectLike('04', gallery('04'));
        await visit.page.locator('#plan summary').click();
        await visit.page.waitForFunction(() => document.getElementById('plan-text').textContent !== '');
        const plan = await visit.page.evaluate(() => document.getElementById('plan-text').textContent);
        assert.strictEqual(plan, image('apps/graph/tests/plans/gallery-04-frame-1.txt').toString());
    },

    async 'says in words what a backend cannot do, and goes on with another program'(visit) {
        await visit.open('05/webgl2');
        const words = await visit.refusal();
        assert.match(words, /^This cannot be drawn: No device was started on webgl2: the adapter offers less than the program needs/);
        await visit.keepPage('refused');
        await visit.choose('Instances');
        await visit.settle('drawing');
    },

    async 'takes a dropped model, and files that are chosen'(visit) {
        await visit.open('view/webgl2', [320, 180]);
        assert.strictEqual(await visit.state(), 'waiting');
        await visit.drop([model('2CylinderEngine-glTF-Binary/2CylinderEngine.glb')]);
        await visit.settle();
        assert.strictEqual(await visit.text('#title'), '2CylinderEngine.glb');
        await visit.expectLike('engine', image('apps/view/tests/pictures/engine.png'));

        const box = ['BoxTextured.gltf', 'BoxTextured0.bin', 'CesiumLogoFlat.png'].map((name) => model(`BoxTextured-glTF/${name}`));
        await visit.resize(160, 120);
        await visit.page.locator('.controls input[type=file]').setInputFiles(box);
        await visit.page.waitForFunction(() => document.getElementById('title').textContent === 'BoxTextured.gltf');
        await visit.settle('drawing');
        await visit.expectLike('box', image('apps/view/tests/pictures/textured_box.png'));
    },

    async 'says in words what is wrong with a file'(visit) {
        await visit.open('01/webgl2');
        await visit.drop([model('BoxWithInfinites-glTF-Binary/BoxWithInfinites.glb')]);
        assert.match(await visit.refusal(), /BoxWithInfinites.glb is damaged: .*POSITION of vertex 0 is not finite/);
        await visit.drop([model('BoxTextured-glTF/BoxTextured.gltf')]);
        assert.match(await visit.refusal(), /BoxTextured.gltf cannot be read: .*BoxTextured0.bin/);
        await visit.drop([model('BoxTextured-glTF/CesiumLogoFlat.png')]);
        assert.match(await visit.refusal(), /CesiumLogoFlat.png is neither a .glb nor a .gltf file/);
        await visit.choose('Textured mesh');
        await visit.settle('drawing');
    },

    async 'turns by pointer, keys and wheel'(visit) {
        await visit.open('02/webgl2', [320, 200]);
        const start = await visit.picture('turn-0');
        const moves = async (name, action) => {
            await action();
            const { share } = await visit.difference(await visit.picture(name, 2), start);
            assert.ok(share > 0.02, `${name} changed ${(100 * share).toFixed(2)} % of the picture`);
        };
        const box = await visit.page.locator('#canvas').boundingBox();
        const mouse = visit.page.mouse;
        await moves('turn-1', async () => {
            await mouse.move(box.x + 100, box.y + 100);
            await mouse.down();
            await mouse.move(box.x + 200, box.y + 110, { steps: 4 });
            await mouse.up();
        });
        await visit.page.keyboard.press('r');
        assert.strictEqual((await visit.difference(await visit.picture('turn-2', 2), start)).differing, 0);
        await visit.page.locator('#canvas').focus();
        await moves('turn-3', async () => { for (let i = 0; i < 5; ++i) await visit.page.keyboard.press('ArrowLeft'); });
        await visit.page.keyboard.press('r');
        await moves('turn-4', () => mouse.wheel(0, -300));
    },

    async 'says when the context is lost, and starts again'(visit) {
        await visit.open('03/webgl2', [640, 400]);
        await visit.page.evaluate(() => document.getElementById('canvas').getContext('webgl2')
            .getExtension('WEBGL_lose_context').loseContext());
        assert.match(await visit.refusal(), /^The picture stopped: The device was lost/);
        await visit.keepPage('lost');
        await visit.page.locator('#again').click();
        await visit.settle('drawing');
        await visit.expectLike('again', gallery('03'));
    },

    async 'chooses by itself, and names what it chose'(visit) {
        await visit.open('03/auto', [640, 400]);
        await visit.expectLike('auto', gallery('03'));
        await visit.page.waitForFunction(() => /^(WebGPU|WebGL 2) · /.test(document.getElementById('facts').textContent));
    },

    async 'goes on by WebGL 2 where WebGPU has no adapter, and says so'(visit) {
        await visit.page.addInitScript(() => { if (navigator.gpu) GPU.prototype.requestAdapter = async () => null; });
        await visit.open('03/auto', [320, 200]);
        await visit.page.waitForFunction(() => /^WebGL 2 · .* · WebGPU was tried first: /.test(
            document.getElementById('facts').textContent));
        await visit.choose('WebGPU');
        assert.match(await visit.refusal(), /^This cannot be drawn: No device was started on webgpu: no adapter was found/);
    },

    async 'draws by WebGPU or says why not, and goes on by WebGL 2'(visit) {
        await visit.open('01/webgpu', [640, 400]);
        if (await visit.state() === 'problem') {
            assert.match(await visit.refusal(), /No device was started on webgpu: ./);
            assert.ok(!(process.env.LUDUS_REQUIRE || '').includes('chromium-webgpu'), 'the lane chromium-webgpu is required');
        } else {
            await visit.expectLike('webgpu', gallery('01'));
        }
        await visit.choose('WebGL 2');
        await visit.settle('drawing');
        await visit.expectLike('webgl2', gallery('01'));
    },

    async 'follows its window, and pauses'(visit) {
        await visit.open('06/webgl2', [320, 200]);
        await visit.frames(1);
        await visit.resize(400, 250); // a program whose textures are as large as the surface
        await visit.page.waitForFunction(() => document.getElementById('canvas').width === 400 &&
            document.body.dataset.state === 'drawing');
        await visit.frames(1);
        const before = await visit.page.evaluate(() => document.body.dataset.frames);
        await visit.page.locator('#pause').click();
        await visit.page.waitForTimeout(300);
        const after = await visit.page.evaluate(() => document.body.dataset.frames);
        assert.ok(Number(after) - Number(before) <= 30);
        await visit.page.waitForTimeout(200);
        assert.strictEqual(await visit.page.evaluate(() => document.body.dataset.frames), after);
        await visit.page.locator('#pause').click();
        await visit.frames(1);
    },

    async 'fits a phone, where fingers turn'(visit) {
        await visit.open('03/webgl2');
        await visit.frames(1);
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
        await visit.page.evaluate(() => {
            const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect();
            const touch = (kind, x, buttons) => canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 7, pointerType: 'touch',
                clientX: box.x + x, clientY: box.y + 60, buttons, button: kind === 'pointermove' ? -1 : 0, bubbles: true }));
            touch('pointerdown', 60, 1);
            for (let x = 70; x <= 160; x += 10) touch('pointermove', x, 1);
            touch('pointerup', 160, 0);
        });
        const { share } = await visit.difference(await visit.picture('finger-1', 2), start);
        assert.ok(share > 0.02, `a finger changed ${(100 * share).toFixed(2)} % of the picture`);
    },
};

const DESKTOP = { viewport: { width: 1180, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

function readArguments(list) {
    const options = { words: '', pictures: '', browser: '', folder: '' };
    for (let i = 0; i < list.length; ++i) {
        if (list[i] === '--case' && i + 1 < list.length) options.words = list[++i];
        else if (list[i] === '--pictures' && i + 1 < list.length) options.pictures = list[++i];
        else if (list[i] === '--browser' && i + 1 < list.length) options.browser = list[++i];
        else if (!list[i].startsWith('-') && !options.folder) options.folder = list[i];
        else return null;
    }
    return options.folder ? options : null;
}

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
    if (!fs.existsSync(model('.'))) throw new Problem(`the test models are missing from ${MODELS}: run scripts/setup`);
    const names = Object.keys(CASES).filter((name) => name.includes(options.words));
    const server = await serve(path.resolve(options.folder));
    let browser = null;
    let passed = 0;
    try {
        browser = await launch(options.browser);
        for (const name of names) {
            if (!browser.isConnected()) browser = await launch(options.browser);
            passed += await runCase(name, browser, `http://127.0.0.1:${server.address().port}/`, options) ? 1 : 0;
        }
    } finally {
        server.close();
        server.closeAllConnections();
        if (browser) await shut(browser);
    }
    console.log(`page: ${passed} passed, ${names.length - passed} failed`);
    return passed === names.length && passed > 0 ? 0 : 1;
}

const options = readArguments(process.argv.slice(2));
if (!options) {
    console.error('usage: node tests/web/page.js [--case WORDS] [--pictures FOLDER] [--browser FILE] FOLDER');
    process.exit(2);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));
run(options).then((code) => process.exit(code), (error) => {
    console.error(`page.js: ${error instanceof Problem ? error.message : error.stack}`);
    process.exit(1);
});
