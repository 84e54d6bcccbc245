// Cases of page.js: what the page says when something is refused, damaged or lost, and that it goes on.
'use strict';

const assert = require('assert');

const { model } = require('./visit.js');

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
        await visit.page.addInitScript(() => {
            if (!navigator.gpu) return;
            const request = GPUAdapter.prototype.requestDevice;
            GPUAdapter.prototype.requestDevice = async function (...list) {
                globalThis.deviceOfTest = await request.apply(this, list);
                return globalThis.deviceOfTest;
            };
        });
        if (!await visit.hasWebGpu()) return;
        await visit.open('03/webgpu', [640, 400]);
        await visit.frames(1);
        await visit.page.evaluate(() => deviceOfTest.destroy());
        assert.match(await visit.refusal(), /^The picture stopped: The device was lost/);
        await visit.go('03/webgpu/1');
        await visit.expectProgram('03', 'webgpu', 'again-chosen');
        await visit.page.evaluate(() => deviceOfTest.destroy());
        await visit.page.locator('#pause').click();
        assert.match(await visit.refusal(), /^The picture stopped: The device was lost/);
        await visit.keepPage('lost-webgpu');
        await visit.page.locator('#again').click();
        await visit.settle('drawing');
        await visit.expectProgram('03', 'webgpu', 'again-webgpu');
        assert.deepStrictEqual(visit.errors, []);
    },
};
