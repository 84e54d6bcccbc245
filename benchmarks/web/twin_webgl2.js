// The hand-written page on WebGL 2: the calls that Ludus makes for the same frame.
'use strict';

async function startTwin() {
    const gl = document.createElement('canvas').getContext('webgl2',
        { alpha: false, depth: false, stencil: false, antialias: false });
    const text = async (name) => (await fetch(name)).text();
    const program = gl.createProgram();
    for (const [kind, name] of [[gl.VERTEX_SHADER, 'vertex'], [gl.FRAGMENT_SHADER, 'fragment']]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, await text(`quad.${name}.essl`));
        gl.compileShader(shader);
        if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const blocks = gl.getProgramParameter(program, gl.ACTIVE_UNIFORM_BLOCKS);
    for (let block = 0; block < blocks; ++block) gl.uniformBlockBinding(program, block, 0);
    const vertices = gl.createVertexArray();
    gl.bindVertexArray(vertices);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, CORNERS, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 8, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, INDICES, gl.STATIC_DRAW);
    const ring = gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, ring);
    gl.bufferData(gl.UNIFORM_BUFFER, DRAWS * STRIDE, gl.DYNAMIC_DRAW);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    for (const [format, place] of [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]]) {
        const image = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, image);
        gl.renderbufferStorage(gl.RENDERBUFFER, format, EXTENT, EXTENT);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, image);
    }
    gl.enable(gl.SCISSOR_TEST);
    gl.useProgram(program);
    const staging = new Float32Array(DRAWS * STRIDE / 4);
    const clear = new Float32Array([0, 0, 0, 1]);
    const far = new Float32Array([1]);
    const dropped = [gl.DEPTH_ATTACHMENT];
    const fences = [];

    return {
        frame() {
            const before = performance.now();
            while (fences.length && gl.clientWaitSync(fences[0], 0, 0) !== gl.TIMEOUT_EXPIRED) {
                gl.deleteSync(fences.shift());
            }
            for (let draw = 0, from = 0, to = 0; draw < DRAWS; ++draw, from += 16, to += STRIDE / 4) {
                for (let i = 0; i < 16; ++i) staging[to + i] = UNIFORMS[from + i];
            }
            gl.bindBuffer(gl.UNIFORM_BUFFER, ring);
            gl.bufferSubData(gl.UNIFORM_BUFFER, 0, staging);
            gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
            gl.viewport(0, 0, EXTENT, EXTENT);
            gl.scissor(0, 0, EXTENT, EXTENT);
            gl.clearBufferfv(gl.COLOR, 0, clear);
            gl.clearBufferfv(gl.DEPTH, 0, far);
            gl.scissor(0, EXTENT - 1, 1, 1);
            for (let draw = 0; draw < DRAWS; ++draw) {
                gl.bindBufferRange(gl.UNIFORM_BUFFER, 0, ring, draw * STRIDE, 64);
                gl.drawElementsInstanced(gl.TRIANGLES, 6, gl.UNSIGNED_SHORT, 0, 1);
            }
            gl.invalidateFramebuffer(gl.FRAMEBUFFER, dropped);
            fences.push(gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0));
            gl.flush();
            return performance.now() - before;
        },
        async pixel() {
            const texel = new Uint8Array(4);
            gl.readPixels(0, EXTENT - 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, texel);
            return [...texel];
        },
    };
}
