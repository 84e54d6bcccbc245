// Cases of page.js: what the page draws is what the native programs draw, on each backend.
'use strict';

const assert = require('assert');
const fs = require('fs');
const path = require('path');

const { boundOf, image, model } = require('./visit.js');

const PROGRAMS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'];

// Every program in turns, in one page, up to the frame whose picture is compared. What a backend cannot run it refuses in the
// words of the table, and the next program is drawn all the same.
async function drawAll(visit, backend) {
    await visit.open(`01/${backend}/1`, [640, 400]);
    for (const program of PROGRAMS) {
        const bound = boundOf(program, backend);
        await visit.go(`${program}/${backend}/${bound.last}`);
        if (bound.refusal) assert.strictEqual(await visit.refusal(), `This cannot be drawn: ${bound.refusal}`);
        else await visit.expectProgram(program, backend);
    }
    assert.deepStrictEqual(visit.errors, []);
}

module.exports = {
    'draws every program by WebGL 2 as declared': (visit) => drawAll(visit, 'webgl2'),

    async 'draws every program by WebGPU as declared'(visit) {
        if (await visit.hasWebGpu()) await drawAll(visit, 'webgpu');
    },

    async 'chooses by itself, and names what it chose'(visit) {
        const chosen = await visit.hasWebGpu() ? 'webgpu' : 'webgl2';
        await visit.open('03/auto/1', [640, 400]);
        await visit.expectProgram('03', chosen, 'auto');
        await visit.choose('Fullscreen'); // whose frames go on
        await visit.until((name) => document.getElementById('facts').textContent.startsWith(name),
            { webgpu: 'WebGPU · ', webgl2: 'WebGL 2 · ' }[chosen]);
    },

    async 'goes on by WebGL 2 where WebGPU has no adapter, and says so'(visit) {
        await visit.page.addInitScript(() => { if (navigator.gpu) GPU.prototype.requestAdapter = async () => null; });
        await visit.open('03/auto', [320, 200]);
        await visit.until(() => /^WebGL 2 · .* · WebGPU was tried first: /.test(document.getElementById('facts').textContent));
        await visit.choose('WebGPU');
        assert.match(await visit.refusal(), /^This cannot be drawn: No device was started on webgpu: no adapter was found/);
    },

    async 'takes a dropped model, and files that are chosen'(visit) {
        await visit.open('view/webgl2/1', [320, 180]);
        assert.strictEqual(await visit.state(), 'waiting');
        await visit.drop([model('2CylinderEngine-glTF-Binary/2CylinderEngine.glb')]);
        await visit.settle();
        assert.strictEqual(await visit.text('#title'), '2CylinderEngine.glb');
        await visit.expectModel('engine', 'apps/view/tests/pictures/engine.png');

        const box = ['BoxTextured.gltf', 'BoxTextured0.bin', 'CesiumLogoFlat.png'].map((name) => model(`BoxTextured-glTF/${name}`));
        await visit.resize(160, 120);
        await visit.page.locator('.controls input[type=file]').setInputFiles(box);
        await visit.until(() => document.getElementById('title').textContent === 'BoxTextured.gltf');
        await visit.settle('drawing');
        await visit.expectModel('box', 'apps/view/tests/pictures/textured_box.png');
    },

    async 'draws normal maps, roughness and emitted light as a window does'(visit) {
        const folder = path.join(model('.'), 'ClearCoat-glTF');
        await visit.open('view/webgl2/1', [320, 240]);
        await visit.drop(fs.readdirSync(folder).map((name) => path.join(folder, name)));
        await visit.settle('drawing');
        await visit.expectModel('clear-coat-webgl2', 'apps/view/tests/pictures/clear_coat.png');
        if (!await visit.hasWebGpu()) return;
        await visit.go('view/webgpu/1');
        await visit.expectModel('clear-coat-webgpu', 'apps/view/tests/pictures/clear_coat.png');
    },

    // A skin's joints go to the device as one uniform block, and the model bends from frame to frame.
    async 'plays the animation of a skin'(visit) {
        const backends = await visit.hasWebGpu() ? ['webgl2', 'webgpu'] : ['webgl2'];
        for (const backend of backends) {
            if (backend === backends[0]) {
                await visit.open(`view/${backend}`, [160, 160]);
                await visit.drop([model('simple_skin/simple_skin.gltf')]);
                await visit.settle('drawing');
            } else {
                await visit.go(`view/${backend}`);
            }
            const start = await visit.picture(`skin-${backend}`, 2);
            await visit.untilMoved(`skin-later-${backend}`, start); // it rests where it turns back
        }
    },
};
