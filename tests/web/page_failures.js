// Cases of page.js: what the page says when something is refused, damaged or lost, and that it goes on.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const { packGlb } = require('./models.js');
const { model } = require('./visit.js');

// In the page: the WebGL contexts that it got, and the devices of WebGPU that are not lost. While hasToLose is true, whatever
// it gets is lost at once.
const watchDevices = (isLost) => {
    globalThis.hasToLose = isLost;
    globalThis.contexts = new Set();
    globalThis.devices = new Set();
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (...list) {
        const context = get.apply(this, list);
        if (!context || list[0] !== 'webgl2') return context;
        contexts.add(context);
        if (hasToLose) context.getExtension('WEBGL_lose_context').loseContext();
        return context;
    };
    if (!navigator.gpu) return;
    const request = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...list) {
        const device = await request.apply(this, list);
        devices.add(device);
        device.lost.then(() => devices.delete(device));
        if (hasToLose) device.destroy();
        return device;
    };
};

module.exports = {
    async 'says in words what a backend cannot do, and goes on with another program'(visit) {
        await visit.open('05/webgl2');
        await visit.refusal(); // the words are the pictures' table's
        await visit.keepPage('refused');
        await visit.choose('Instances');
        await visit.settle('drawing');
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

    async 'reads no nonsense, and reads on after it'(visit) {
        const box = fs.readFileSync(model('BoxTextured-glTF-Binary/BoxTextured.glb'));
        const glb = (json) => packGlb({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], ...json });
        const mesh = (accessor, more) => ({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...more }] }], accessors: [accessor] });
        const text = (words) => Buffer.from(words);
        const files = {
            'empty.glb': [Buffer.alloc(0), /is not a glTF file/],
            'empty.gltf': [Buffer.alloc(0), /is not a glTF file/],
            'prose.gltf': [text('Once upon a time'), /is not a glTF file/],
            'list.gltf': [text('[]'), /is not a glTF file: its root is not an object/],
            'nested.gltf': [text('['.repeat(100000)), /nests deeper than any glTF file needs/],
            'half.glb': [box.subarray(0, box.length / 2), /is cut short: its header promises \d+ bytes, \d+ are there/],
            'head.glb': [box.subarray(0, 10), /its header is damaged/],
            'noise.glb': [Buffer.concat([box.subarray(0, 20), Buffer.alloc(box.length - 20, 0xa5)]), /is not a glTF file/],
            'nothing.glb': [glb({ nodes: [{}] }), /nothing to draw/],
            'ring.glb': [glb({ nodes: [{ children: [0] }] }), /is reached twice/],
            'away.gltf': [text(JSON.stringify({ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{}],
                buffers: [{ uri: '../../other.bin', byteLength: 4 }] })), /cannot be read: .*other\.bin/],
            'web.gltf': [text(JSON.stringify({ asset: { version: '2.0' }, scenes: [{ nodes: [0] }], nodes: [{}],
                buffers: [{ uri: 'https://example.com/a.bin', byteLength: 4 }] })), /cannot be read: .*a\.bin/],
            'endless.glb': [glb(mesh({ componentType: 5126, type: 'VEC3', count: 4294967295 })), /count is 4294967295, and must be/],
            'heavy.glb': [glb(mesh({ componentType: 5126, type: 'VEC3', count: 300000000 })), /300000000 elements: 1 to \d+ are possible/],
        };
        await visit.open('view/webgl2/1', [320, 180]);
        for (const [name, [bytes, words]] of Object.entries(files)) {
            await visit.drop([{ name, bytes }]);
            const said = await visit.refusal();
            assert.match(said, new RegExp(`^This cannot be shown: ${name[0].toUpperCase()}${name.slice(1)} `));
            assert.match(said, words);
        }
        await visit.drop([model('2CylinderEngine-glTF-Binary/2CylinderEngine.glb')]);
        await visit.settle('drawing');
        await visit.expectModel('engine-after', 'apps/view/tests/pictures/engine.png');
        assert.deepStrictEqual(visit.errors, []);
        assert.ok(visit.requests.every((url) => url.startsWith(visit.address)), visit.requests.join('\n'));
    },

    async 'says that a file is not there any more, and that the reader is missing'(visit) {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ludus-page-'));
        const file = path.join(folder, 'gone away.glb');
        try {
            fs.copyFileSync(model('BoxTextured-glTF-Binary/BoxTextured.glb'), file);
            await visit.open('view/webgl2', [160, 120]);
            await visit.page.evaluate(() => {
                const { postMessage } = Worker.prototype;
                Worker.prototype.postMessage = function (message) { globalThis.goOn = () => postMessage.call(this, message); };
            });
            await visit.page.locator('.controls input[type=file]').setInputFiles(file);
            await visit.until(() => globalThis.goOn);
            fs.rmSync(file);
            await visit.page.evaluate(() => goOn());
            assert.match(await visit.refusal(), /^This cannot be shown: Gone away\.glb cannot be read: ./);
            assert.deepStrictEqual(visit.errors, []);
        } finally {
            fs.rmSync(folder, { recursive: true });
        }
        await visit.page.route('**/model.js', (route) => route.fulfill({ status: 404, body: '' }));
        await visit.page.goto('about:blank');
        await visit.open('03/webgl2/1', [640, 400]);
        await visit.expectProgram('03', 'webgl2', 'no-reader'); // which needs none
        await visit.drop([model('2CylinderEngine-glTF-Binary/2CylinderEngine.glb')]);
        assert.match(await visit.refusal(), /^This cannot be shown: Model\.js, which reads models, could not be loaded/);
        await visit.choose('Fullscreen');
        await visit.settle('drawing');
    },

    async 'says that what was dropped cannot be read'(visit) {
        await visit.open('01/webgl2', [160, 120]);
        await visit.page.evaluate(() => {
            DataTransferItem.prototype.webkitGetAsEntry = () => ({ isFile: true, name: 'a.glb',
                file: (done, failed) => failed(new DOMException('no permission', 'NotReadableError')) });
        });
        await visit.page.evaluate(() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(['a'], 'a.glb'));
            document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
        });
        assert.strictEqual(await visit.refusal(), 'This cannot be shown: What was dropped cannot be read: no permission');
        await visit.choose('Textured mesh');
        await visit.settle('drawing');
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'says that its program has failed'(visit) {
        await visit.open('01/webgl2', [160, 120]);
        await visit.page.evaluate(() => {
            const { ccall } = ludus;
            ludus.ccall = (name, ...list) => {
                if (name === 'ludus_page_tick') throw new WebAssembly.RuntimeError('unreachable');
                return ccall(name, ...list);
            };
        });
        assert.strictEqual(await visit.refusal(), 'The program has failed: Unreachable. Load the page anew.');
    },

    async 'says when the context is lost, and starts again'(visit) {
        await visit.open('03/webgl2/1', [640, 400]);
        await visit.stop();
        await visit.page.locator('#pause').click();
        await visit.frames(1);
        await visit.page.evaluate(() => document.getElementById('canvas').getContext('webgl2')
            .getExtension('WEBGL_lose_context').loseContext());
        assert.match(await visit.refusal(), /^The picture stopped: The device was lost/);
        await visit.keepPage('lost');
        await visit.page.locator('#again').click();
        await visit.settle('drawing');
        await visit.expectProgram('03', 'webgl2', 'again');
    },

    async 'says when the device of WebGPU is lost, and starts again'(visit) {
        await visit.page.addInitScript(watchDevices, false);
        if (!await visit.hasWebGpu()) return;
        await visit.open('03/webgpu', [640, 400]);
        await visit.frames(1);
        await visit.page.evaluate(() => [...devices].pop().destroy());
        assert.match(await visit.refusal(), /^The picture stopped: The device was lost/);
        await visit.go('03/webgpu/1');
        await visit.expectProgram('03', 'webgpu', 'again-chosen');
        await visit.page.evaluate(() => [...devices].pop().destroy());
        await visit.page.locator('#pause').click();
        assert.match(await visit.refusal(), /^The picture stopped: The device was lost/);
        await visit.keepPage('lost-webgpu');
        await visit.page.locator('#again').click();
        await visit.settle('drawing');
        await visit.expectProgram('03', 'webgpu', 'again-webgpu');
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'says why it cannot start when its program is cut short, damaged or missing'(visit) {
        const program = fs.readFileSync(path.join(visit.options.folder, 'ludus_web.wasm'));
        const answers = [
            [{ body: program.subarray(0, program.length / 2), contentType: 'application/wasm' }, /WebAssembly/],
            [{ body: Buffer.from('<html>'), contentType: 'text/html' }, /WebAssembly/],
            [{ status: 404, body: '' }, /[Ll]udus_web\.wasm: 404/],
        ];
        for (const [answer, words] of answers) {
            await visit.page.route('**/ludus_web.wasm', (route) => route.fulfill(answer));
            await visit.page.goto('about:blank');
            await visit.page.goto(`${visit.address}#01/webgl2`);
            assert.match(await visit.refusal(), new RegExp(`^The page cannot start: .*${words.source}`));
            await visit.page.unroute('**/ludus_web.wasm');
        }
        await visit.page.route('**/ludus_web.js', (route) => route.fulfill({ status: 404, body: '' }));
        await visit.page.goto('about:blank');
        await visit.page.goto(`${visit.address}#01/webgl2`);
        assert.match(await visit.refusal(), /^The page cannot start: Ludus_web\.js is missing beside the page/);
    },

    async 'takes its program from a server that does not say what it is'(visit) {
        await visit.page.route('**/ludus_web.wasm', async (route) => {
            const answer = await route.fetch();
            await route.fulfill({ response: answer, headers: { ...answer.headers(), 'content-type': 'application/octet-stream' } });
        });
        await visit.open('01/webgl2', [320, 200]);
        assert.strictEqual(await visit.state(), 'drawing');
    },

    async 'says that there is no GPU, and shows what it has all the same'(visit) {
        await visit.page.addInitScript(() => {
            Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
            HTMLCanvasElement.prototype.getContext = () => null;
        });
        await visit.open('01/auto', [640, 400]);
        assert.match(await visit.refusal(), /^This cannot be drawn: No device was started on webgl2: no adapter was found/);
        assert.match(await visit.refusal(), / \(WebGPU was tried first: its API could not be loaded\);/);
        await visit.keepPage('no-gpu');
        await visit.choose('WebGPU');
        assert.match(await visit.refusal(), /^This cannot be drawn: No device was started on webgpu: its API could not be loaded/);
        await visit.choose('WebGL 2');
        assert.match(await visit.refusal(), /^This cannot be drawn: No device was started on webgl2: ./);
        await visit.choose('Screen');
        assert.match(await visit.refusal(), /^This cannot be drawn: /);
        assert.strictEqual(await visit.text('#title'), 'Screen');
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'waits while nobody sees it, from the start on'(visit) {
        await visit.page.addInitScript(() => { // a tab behind others gets no frames
            const request = globalThis.requestAnimationFrame.bind(globalThis);
            const held = [];
            globalThis.isHidden = true;
            globalThis.requestAnimationFrame = (call) => (isHidden ? held.push(call) : request(call));
            globalThis.showTab = () => {
                isHidden = false;
                held.splice(0).forEach((call) => request(call));
            };
        });
        const drawsWhenShown = async (place) => {
            await visit.page.goto('about:blank');
            await visit.page.goto(`${visit.address}#${place}`);
            await new Promise((done) => setTimeout(done, 500));
            assert.strictEqual(await visit.countFrames(), 0);
            await visit.page.evaluate(() => showTab());
            await visit.settle('drawing');
        };
        await drawsWhenShown('03/webgl2');
        if (await visit.hasWebGpu()) await drawsWhenShown('03/webgpu');
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'bears a canvas of no size, and one larger than any device draws'(visit) {
        await visit.open('03/webgl2', [320, 200]);
        // One whose frames follow their surface, and one that has to be started anew.
        const places = [['03', 'webgl2'], ['06', 'webgl2'], ...(await visit.hasWebGpu() ? [['03', 'webgpu'], ['06', 'webgpu']] : [])];
        for (const [program, backend] of places) {
            await visit.go(`${program}/${backend}`);
            for (const size of [[0, 200], [320, 0], [0, 0]]) {
                await visit.resize(...size);
                const frames = await visit.countFrames();
                await visit.page.waitForTimeout(150);
                assert.ok(await visit.countFrames() - frames <= 1, `frames of ${size}`);
                assert.notStrictEqual(await visit.state(), 'problem');
            }
            await visit.resize(20000, 40);
            await visit.until(() => document.getElementById('canvas').width > 320 && document.body.dataset.state === 'drawing');
            await visit.frames(1);
            const [width, height] = await visit.page.evaluate(() => [canvas.width, canvas.height]);
            assert.ok(width >= 4096 && width < 20000 && Math.abs(width / height - 500) < 40, `${width} x ${height}`);
            await visit.resize(320, 200);
            await visit.until(() => document.getElementById('canvas').width === 320 && document.body.dataset.state === 'drawing');
            await visit.frames(2);
        }
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'draws in two tabs at once'(visit) {
        const other = new visit.constructor(await visit.page.context().newPage(), visit.address, visit.options);
        await Promise.all([visit.open('02/webgl2', [320, 200]), other.open('03/webgl2', [320, 200])]);
        await Promise.all([visit.frames(2), other.frames(2)]);
        if (await visit.hasWebGpu()) await Promise.all([visit.go('03/webgpu'), other.go('02/webgpu')]);
        await Promise.all([visit.frames(2), other.frames(2)]);
        assert.deepStrictEqual([...visit.errors, ...other.errors], []);
    },

    async 'says that the device was lost before it had drawn'(visit) {
        await visit.page.addInitScript(watchDevices, true);
        const words = { webgl2: /^This cannot be drawn: No device was started on webgl2: /,
            webgpu: /^This cannot be drawn: (No device was started on webgpu: |The device was lost)/ };
        for (const backend of await visit.hasWebGpu() ? ['webgl2', 'webgpu'] : ['webgl2']) {
            await visit.page.goto('about:blank');
            await visit.open(`03/${backend}/1`, [640, 400]);
            assert.match(await visit.refusal(), words[backend]);
            await visit.page.evaluate(() => { hasToLose = false; });
            await visit.page.locator('#again').click();
            await visit.settle('drawing');
            await visit.expectProgram('03', backend, `late-${backend}`);
        }
        assert.deepStrictEqual(visit.errors, []);
    },

    async 'gives back what it drew with, however fast the choice changes'(visit) {
        await visit.page.addInitScript(watchDevices, false);
        const backends = await visit.hasWebGpu() ? ['webgl2', 'webgpu', 'auto'] : ['webgl2', 'auto'];
        await visit.open('01/webgl2', [640, 400]);
        const sizes = [];
        for (let i = 0; i < 75; ++i) {
            const place = `0${1 + i % 8}/${backends[i % backends.length]}`;
            await visit.page.evaluate((hash) => { location.hash = hash; }, place);
            await visit.page.waitForTimeout([0, 0, 20, 150][i % 4]); // before it has a device, and after
            sizes.push(await visit.page.evaluate(() => ludus.HEAPU8.length));
        }
        await visit.go('03/webgl2/1');
        await visit.stop();
        const [made, kept, devicesKept] = await visit.page.evaluate(() => [contexts.size,
            [...contexts].filter((one) => !one.isContextLost()).length, devices.size]);
        assert.ok(made > 16, `${made} contexts were made`); // more than Chromium keeps
        assert.deepStrictEqual([kept, devicesKept], [1, 0], 'contexts and devices that are left');
        assert.strictEqual(sizes[74], sizes[9], 'bytes of the program\'s memory after 75 changes and after ten');
        await visit.expectProgram('03', 'webgl2', 'after-75');
        assert.deepStrictEqual(visit.errors, []);
    },
};
