// The hand-written page on WebGPU: the calls that Ludus makes for the same frame.
'use strict';

async function startTwin() {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter.requestDevice();
    device.addEventListener('uncapturederror', (event) => { throw event.error; });
    const text = async (name) => (await fetch(name)).text();
    const stage = async (name) => device.createShaderModule({ code: await text(`quad.${name}.wgsl`) });
    const vertex = await stage('vertex');
    const fragment = await stage('fragment');
    const entry = (code) => /fn\s+(\w+)\s*\(/.exec(code.slice(code.search(/@(vertex|fragment)/)))[1];
    const layout = device.createBindGroupLayout({ entries: [{ binding: 0,
        visibility: GPUShaderStage.VERTEX, buffer: { type: 'uniform', hasDynamicOffset: true, minBindingSize: 64 } }] });
    const pipeline = device.createRenderPipeline({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        vertex: { module: vertex, entryPoint: entry(await text('quad.vertex.wgsl')), buffers: [{ arrayStride: 8,
            attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x2' }] }] },
        fragment: { module: fragment, entryPoint: entry(await text('quad.fragment.wgsl')),
            targets: [{ format: 'rgba8unorm' }] },
        depthStencil: { format: 'depth32float', depthWriteEnabled: false, depthCompare: 'always' },
    });
    const make = (data, usage) => {
        const buffer = device.createBuffer({ size: data.byteLength, usage: usage | GPUBufferUsage.COPY_DST });
        device.queue.writeBuffer(buffer, 0, data);
        return buffer;
    };
    const corners = make(CORNERS, GPUBufferUsage.VERTEX);
    const indices = make(INDICES, GPUBufferUsage.INDEX);
    const ring = device.createBuffer({ size: DRAWS * STRIDE, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
    const group = device.createBindGroup({ layout,
        entries: [{ binding: 0, resource: { buffer: ring, offset: 0, size: 64 } }] });
    const target = (format, usage) => device.createTexture({ size: [EXTENT, EXTENT], format,
        usage: usage | GPUTextureUsage.RENDER_ATTACHMENT });
    const color = target('rgba8unorm', GPUTextureUsage.COPY_SRC);
    const colorView = color.createView();
    const depthView = target('depth32float', 0).createView();
    const staging = new Float32Array(DRAWS * STRIDE / 4);
    const offsets = new Uint32Array(1);

    return {
        frame() {
            const before = performance.now();
            const encoder = device.createCommandEncoder();
            const pass = encoder.beginRenderPass({
                colorAttachments: [{ view: colorView, loadOp: 'clear', storeOp: 'store', clearValue: [0, 0, 0, 1] }],
                depthStencilAttachment: { view: depthView, depthLoadOp: 'clear', depthStoreOp: 'discard',
                    depthClearValue: 1 },
            });
            pass.setViewport(0, 0, EXTENT, EXTENT, 0, 1);
            pass.setScissorRect(0, 0, 1, 1);
            pass.setPipeline(pipeline);
            pass.setVertexBuffer(0, corners);
            pass.setIndexBuffer(indices, 'uint16');
            for (let draw = 0, from = 0, to = 0; draw < DRAWS; ++draw, from += 16, to += STRIDE / 4) {
                for (let i = 0; i < 16; ++i) staging[to + i] = UNIFORMS[from + i];
                offsets[0] = draw * STRIDE;
                pass.setBindGroup(0, group, offsets, 0, 1);
                pass.drawIndexed(6, 1, 0, 0, 0);
            }
            pass.end();
            device.queue.writeBuffer(ring, 0, staging);
            device.queue.submit([encoder.finish()]);
            device.queue.onSubmittedWorkDone();
            return performance.now() - before;
        },
        async pixel() {
            const buffer = device.createBuffer({ size: 256, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
            const encoder = device.createCommandEncoder();
            encoder.copyTextureToBuffer({ texture: color }, { buffer, bytesPerRow: 256 }, [1, 1]);
            device.queue.submit([encoder.finish()]);
            await buffer.mapAsync(GPUMapMode.READ);
            return [...new Uint8Array(buffer.getMappedRange(0, 4))];
        },
    };
}
