// webgpu.h over navigator.gpu: exactly the functions that the backend calls; a test compares the two lists.
//
// Objects are numbers in a table, as C++ has them for pointers. Structures are read by the tables that layout.py makes
// of the header. A 64-bit parameter arrives as two halves. Syntax ends at ES2017: the least Emscripten's tools read no
// newer one.

mergeInto(LibraryManager.library, {
    $LudusGpu__deps: ['$LudusGpuStructs', '$LudusGpuEnums', 'malloc', 'free'],
    $LudusGpu: {
        objects: [null],
        free: [],

        add: function(object) {
            var index = LudusGpu.free.length ? LudusGpu.free.pop() : LudusGpu.objects.length;
            LudusGpu.objects[index] = object;
            return index;
        },

        release: function(index) {
            LudusGpu.objects[index] = null;
            LudusGpu.free.push(index);
        },

        end: function(index) {
            var object = LudusGpu.objects[index];
            if (object.ludusMapped) LudusGpu.unmap(object);
            if (!object.ludusIsCanvas) object.destroy(); // the page shows a canvas's texture after us
        },

        // A size or an offset of two halves; the header's "everything" is undefined.
        wide: function(low, high) {
            low = low >>> 0;
            high = high >>> 0;
            return low === 0xFFFFFFFF && high === 0xFFFFFFFF ? undefined : low + high * 4294967296;
        },

        wideAt: function(at) { return LudusGpu.wide(HEAPU32[at >> 2], HEAPU32[(at >> 2) + 1]); },

        text: function(at) {
            var data = HEAPU32[at >> 2], length = HEAPU32[(at >> 2) + 1];
            if (length === 0xFFFFFFFF) return data ? UTF8ToString(data) : undefined;
            return data ? UTF8ToString(data, length) : '';
        },

        // One value at `at`, of a kind of layout.py's. Undefined: the header's word for nothing.
        value: function(at, kind, detail) {
            var number = HEAPU32[at >> 2];
            switch (kind) {
            case 'u': return number === 0xFFFFFFFF ? undefined : number;
            case 'i': return HEAP32[at >> 2];
            case 'w': return HEAPU16[at >> 1];
            case 'U': return LudusGpu.wideAt(at);
            case 'F': return number;
            case 'f': return isNaN(HEAPF32[at >> 2]) ? undefined : HEAPF32[at >> 2];
            case 'd': return HEAPF64[at >> 3];
            case 'b': return number !== 0;
            case 'o': return number === 2 ? undefined : number === 1;
            case 's': return LudusGpu.text(at);
            case 'h': return number ? LudusGpu.objects[number] : undefined;
            case 'e': return LudusGpu.word(detail, number);
            case 'S': return LudusGpu.read(at, detail);
            case 'P': return number ? LudusGpu.read(number, detail) : undefined;
            }
            throw new Error('webgpu.js: kind ' + kind);
        },

        word: function(name, number) {
            var word = LudusGpuEnums[name][number];
            return word === null ? undefined : word;
        },

        // A structure as the browser takes it; undefined where one of its words says that it is not used.
        read: function(at, name) {
            var fields = LudusGpuStructs[name][1], out = {};
            for (var i = 0; i < fields.length; ++i) {
                var field = fields[i], kind = field[2], value;
                if (kind === 'A' || kind === 'H' || kind === 'E') {
                    value = LudusGpu.list(HEAPU32[(at + field[1]) >> 2], HEAPU32[(at + field[4]) >> 2], kind, field[3]);
                } else {
                    value = LudusGpu.value(at + field[1], kind, field[3]);
                }
                if (kind === 'e' && value === '') return undefined;
                if (value !== undefined) out[field[0]] = value;
            }
            return out;
        },

        list: function(at, count, kind, detail) {
            var out = [];
            for (var i = 0; i < count; ++i) {
                if (kind === 'H') out.push(LudusGpu.value(at + 4 * i, 'h') || null);
                else if (kind === 'E') out.push(LudusGpu.word(detail, HEAPU32[(at >> 2) + i]));
                else out.push(LudusGpu.read(at + LudusGpuStructs[detail][0] * i, detail) || null);
            }
            return out;
        },

        // Writes the numbers of `from` into a structure, and the header's word for nothing where it has none.
        writeNumbers: function(at, name, from) {
            LudusGpuStructs[name][1].forEach(function(field) {
                var value = from[field[0]], p = (at + field[1]) >> 2;
                if (field[2] === 'u') {
                    HEAPU32[p] = value === undefined ? 0xFFFFFFFF : Math.min(value, 0xFFFFFFFE);
                } else if (field[2] === 'U') {
                    HEAPU32[p] = value === undefined ? 0xFFFFFFFF : value % 4294967296;
                    HEAPU32[p + 1] = value === undefined ? 0xFFFFFFFF : Math.floor(value / 4294967296);
                }
            });
        },

        field: function(name, field) {
            return LudusGpuStructs[name][1].filter(function(entry) { return entry[0] === field; })[0][1];
        },

        // Writes an array of a structure: enumerators, for their words. wgpu...FreeMembers frees it.
        writeWords: function(at, name, field, words) {
            var entry = LudusGpuStructs[name][1].filter(function(each) { return each[0] === field; })[0];
            var list = _malloc(4 * words.length);
            words.forEach(function(word, i) {
                if (list) HEAPU32[(list >> 2) + i] = LudusGpuEnums[entry[3]].indexOf(word);
            });
            HEAPU32[(at + entry[1]) >> 2] = list;
            HEAPU32[(at + entry[4]) >> 2] = list ? words.length : 0;
        },

        // A text that wgpu...FreeMembers frees.
        writeText: function(at, text) {
            var length = lengthBytesUTF8(text || '');
            var data = _malloc(length + 1);
            if (data) stringToUTF8(text || '', data, length + 1);
            HEAPU32[at >> 2] = data;
            HEAPU32[(at >> 2) + 1] = data ? length : 0;
        },

        // Calls `use` with a text view that lives as long as the call.
        withText: function(text, use) {
            var stack = stackSave(), length = Math.min(lengthBytesUTF8(text), 4096);
            var view = stackAlloc(8), data = stackAlloc(length + 1);
            HEAPU32[view >> 2] = data;
            HEAPU32[(view >> 2) + 1] = stringToUTF8(text, data, length + 1);
            use(view);
            stackRestore(stack);
        },

        // What a browser throws at once is an answer like any other.
        ask: function(request) { return new Promise(function(resolve) { resolve(request()); }); },

        // How a callback is asked for: mode, function and two words that are handed back.
        callback: function(at) {
            return { f: HEAPU32[(at >> 2) + 2], a: HEAPU32[(at >> 2) + 3], b: HEAPU32[(at >> 2) + 4] };
        },

        answer: function(callback, status, text) {
            LudusGpu.withText(text, function(view) {
                {{{ makeDynCall('viiii', 'callback.f') }}}(status, view, callback.a, callback.b);
            });
        },

        answerObject: function(callback, status, object, text) {
            LudusGpu.withText(text, function(view) {
                {{{ makeDynCall('viiiii', 'callback.f') }}}(status, object, view, callback.a, callback.b);
            });
        },

        // With the device by address, as the header has it.
        answerDevice: function(callback, device, type, text) {
            var stack = stackSave(), at = stackAlloc(4);
            HEAPU32[at >> 2] = device;
            LudusGpu.withText(text, function(view) {
                {{{ makeDynCall('viiiii', 'callback.f') }}}(at, type, view, callback.a, callback.b);
            });
            stackRestore(stack);
        },

        errorType: function(error) {
            if (!error) return 1;
            if (error instanceof GPUValidationError) return 2;
            if (error instanceof GPUOutOfMemoryError) return 3;
            return typeof GPUInternalError !== 'undefined' && error instanceof GPUInternalError ? 4 : 5;
        },

        bufferCopy: function(at) {
            var info = LudusGpu.read(at, 'WGPUTexelCopyBufferInfo');
            return Object.assign(info.layout, { buffer: info.buffer });
        },

        // Mapped bytes are the page's: a copy of them in the program's memory until they are unmapped.
        map: function(index, offset, size) {
            var buffer = LudusGpu.objects[index];
            var length = size >>> 0 === 0xFFFFFFFF ? buffer.size - offset : size >>> 0, range;
            try {
                range = buffer.getMappedRange(offset >>> 0, length);
            } catch (error) {
                return 0;
            }
            var at = _malloc(range.byteLength || 1);
            if (!at) return 0;
            HEAPU8.set(new Uint8Array(range), at);
            buffer.ludusMapped = (buffer.ludusMapped || []).concat(at);
            return at;
        },

        unmap: function(buffer) {
            (buffer.ludusMapped || []).forEach(function(at) { _free(at); });
            buffer.ludusMapped = null;
        },
    },

    // One offset for a call: a browser takes it faster from here than from the program's large memory.
    $LudusGpuOffset: 'new Uint32Array(1)',

    // ---- Instance, adapter, device

    wgpuCreateInstance__deps: ['$LudusGpu'],
    wgpuCreateInstance: function(descriptor) { return navigator.gpu ? LudusGpu.add(navigator.gpu) : 0; },

    wgpuInstanceRequestAdapter__deps: ['$LudusGpu'],
    wgpuInstanceRequestAdapter: function(instance, options, info) {
        var callback = LudusGpu.callback(info);
        var wanted = options ? LudusGpu.read(options, 'WGPURequestAdapterOptions') : {};
        delete wanted.compatibleSurface;
        delete wanted.backendType;
        LudusGpu.ask(function() {
            return LudusGpu.objects[instance].requestAdapter(wanted);
        }).then(function(adapter) {
            if (adapter) LudusGpu.answerObject(callback, 1, LudusGpu.add(adapter), '');
            else LudusGpu.answerObject(callback, 3, 0, 'the browser has no adapter of that kind');
        }, function(error) { LudusGpu.answerObject(callback, 4, 0, String(error && error.message)); });
        setTempRet0(0);
        return 0;
    },

    // ---- Canvas. Its context is asked for once; another API that has the canvas already leaves us none.

    wgpuInstanceCreateSurface__deps: ['$LudusGpu'],
    wgpuInstanceCreateSurface: function(instance, descriptor) {
        var source = HEAPU32[descriptor >> 2], canvas = null, context = null;
        try {
            canvas = document.querySelector(LudusGpu.text(source + 8)); // after the chain's two words
            context = canvas && canvas.getContext && canvas.getContext('webgpu');
        } catch (error) { // not a selector, or no document
        }
        return context ? LudusGpu.add(context) : 0;
    },

    wgpuSurfaceGetCapabilities__deps: ['$LudusGpu'],
    wgpuSurfaceGetCapabilities: function(surface, adapter, out) {
        var preferred = navigator.gpu.getPreferredCanvasFormat();
        LudusGpu.writeWords(out, 'WGPUSurfaceCapabilities', 'formats',
            [preferred].concat(preferred === 'rgba8unorm' ? 'bgra8unorm' : 'rgba8unorm'));
        return 1;
    },

    wgpuSurfaceCapabilitiesFreeMembers__deps: ['$LudusGpu'],
    wgpuSurfaceCapabilitiesFreeMembers: function(capabilities) {
        _free(HEAPU32[(capabilities + LudusGpu.field('WGPUSurfaceCapabilities', 'formats')) >> 2]);
    },

    wgpuSurfaceConfigure__deps: ['$LudusGpu'],
    wgpuSurfaceConfigure: function(surface, configuration) {
        var context = LudusGpu.objects[surface], canvas = context.canvas;
        var wanted = LudusGpu.read(configuration, 'WGPUSurfaceConfiguration');
        if (canvas.width !== wanted.width) canvas.width = wanted.width; // even the same one would empty it
        if (canvas.height !== wanted.height) canvas.height = wanted.height;
        context.configure({ device: wanted.device, format: wanted.format, usage: wanted.usage,
            alphaMode: wanted.alphaMode });
    },

    wgpuSurfaceUnconfigure__deps: ['$LudusGpu'],
    wgpuSurfaceUnconfigure: function(surface) { LudusGpu.objects[surface].unconfigure(); },

    wgpuSurfaceGetCurrentTexture__deps: ['$LudusGpu'],
    wgpuSurfaceGetCurrentTexture: function(surface, out) {
        var texture = null;
        try {
            texture = LudusGpu.objects[surface].getCurrentTexture();
            texture.ludusIsCanvas = true;
        } catch (error) { // somebody else has unconfigured it
        }
        HEAPU32[(out + LudusGpu.field('WGPUSurfaceTexture', 'texture')) >> 2] = texture ? LudusGpu.add(texture) : 0;
        HEAPU32[(out + LudusGpu.field('WGPUSurfaceTexture', 'status')) >> 2] = texture ? 1 : 6;
    },

    wgpuSurfacePresent: function(surface) { return 1; }, // the browser does, when the page's task ends

    wgpuSurfaceRelease__deps: ['$LudusGpu'],
    wgpuSurfaceRelease: function(surface) { LudusGpu.release(surface); },

    wgpuInstanceProcessEvents: function(instance) {}, // the browser's event loop does

    wgpuAdapterGetInfo__deps: ['$LudusGpu'],
    wgpuAdapterGetInfo: function(adapter, out) {
        var object = LudusGpu.objects[adapter], info = object.info || {};
        ['vendor', 'architecture', 'device', 'description'].forEach(function(name) {
            LudusGpu.writeText(out + LudusGpu.field('WGPUAdapterInfo', name), info[name]);
        });
        HEAPU32[(out + LudusGpu.field('WGPUAdapterInfo', 'backendType')) >> 2] = 2; // WGPUBackendType_WebGPU
        // A browser does not say which kind of processor it is, but for a software one that stands in.
        HEAPU32[(out + LudusGpu.field('WGPUAdapterInfo', 'adapterType')) >> 2] = info.isFallbackAdapter ? 3 : 4;
        HEAPU32[(out + LudusGpu.field('WGPUAdapterInfo', 'vendorID')) >> 2] = 0;
        HEAPU32[(out + LudusGpu.field('WGPUAdapterInfo', 'deviceID')) >> 2] = 0;
        HEAPU32[(out + LudusGpu.field('WGPUAdapterInfo', 'subgroupMinSize')) >> 2] = info.subgroupMinSize || 0;
        HEAPU32[(out + LudusGpu.field('WGPUAdapterInfo', 'subgroupMaxSize')) >> 2] = info.subgroupMaxSize || 0;
        return 1;
    },

    wgpuAdapterInfoFreeMembers__deps: ['$LudusGpu'],
    wgpuAdapterInfoFreeMembers: function(info) {
        ['vendor', 'architecture', 'device', 'description'].forEach(function(name) {
            _free(HEAPU32[(info + LudusGpu.field('WGPUAdapterInfo', name)) >> 2]);
        });
    },

    wgpuAdapterGetLimits__deps: ['$LudusGpu'],
    wgpuAdapterGetLimits: function(adapter, out) {
        LudusGpu.writeNumbers(out, 'WGPULimits', LudusGpu.objects[adapter].limits);
        return 1;
    },

    wgpuAdapterHasFeature__deps: ['$LudusGpu'],
    wgpuAdapterHasFeature: function(adapter, feature) {
        return LudusGpu.objects[adapter].features.has(LudusGpu.word('WGPUFeatureName', feature)) ? 1 : 0;
    },

    wgpuAdapterRequestDevice__deps: ['$LudusGpu'],
    wgpuAdapterRequestDevice: function(adapter, descriptor, info) {
        var callback = LudusGpu.callback(info);
        var wanted = descriptor ? LudusGpu.read(descriptor, 'WGPUDeviceDescriptor') : {};
        var lost = wanted.deviceLostCallbackInfo, uncaptured = wanted.uncapturedErrorCallbackInfo;
        var words = function(entry) { return { f: entry.callback, a: entry.userdata1, b: entry.userdata2 }; };
        delete wanted.deviceLostCallbackInfo;
        delete wanted.uncapturedErrorCallbackInfo;
        LudusGpu.ask(function() {
            return LudusGpu.objects[adapter].requestDevice(wanted);
        }).then(function(device) {
            var index = LudusGpu.add(device);
            if (lost && lost.callback) {
                device.lost.then(function(reason) {
                    var isLive = LudusGpu.objects[index] === device;
                    LudusGpu.answerDevice(words(lost), isLive ? index : 0, reason.reason === 'destroyed' ? 2 : 1,
                        reason.message);
                });
            }
            if (uncaptured && uncaptured.callback) {
                device.addEventListener('uncapturederror', function(event) {
                    event.preventDefault();
                    var isLive = LudusGpu.objects[index] === device;
                    LudusGpu.answerDevice(words(uncaptured), isLive ? index : 0, LudusGpu.errorType(event.error),
                        event.error.message);
                });
            }
            LudusGpu.answerObject(callback, 1, index, '');
        }, function(error) { LudusGpu.answerObject(callback, 3, 0, String(error && error.message)); });
        setTempRet0(0);
        return 0;
    },

    wgpuDeviceGetLimits__deps: ['$LudusGpu'],
    wgpuDeviceGetLimits: function(device, out) {
        LudusGpu.writeNumbers(out, 'WGPULimits', LudusGpu.objects[device].limits);
        return 1;
    },

    wgpuDeviceGetQueue__deps: ['$LudusGpu'],
    wgpuDeviceGetQueue: function(device) { return LudusGpu.add(LudusGpu.objects[device].queue); },

    wgpuDevicePushErrorScope__deps: ['$LudusGpu'],
    wgpuDevicePushErrorScope: function(device, filter) {
        LudusGpu.objects[device].pushErrorScope(LudusGpu.word('WGPUErrorFilter', filter));
    },

    wgpuDevicePopErrorScope__deps: ['$LudusGpu'],
    wgpuDevicePopErrorScope: function(device, info) {
        var callback = LudusGpu.callback(info);
        LudusGpu.objects[device].popErrorScope().then(function(error) {
            LudusGpu.answerObject(callback, 1, LudusGpu.errorType(error), error ? error.message : '');
        }, function(error) { LudusGpu.answerObject(callback, 3, 5, String(error && error.message)); });
        setTempRet0(0);
        return 0;
    },

    // ---- Objects

    wgpuDeviceCreateBuffer__deps: ['$LudusGpu'],
    wgpuDeviceCreateBuffer: function(device, descriptor) {
        try {
            var wanted = LudusGpu.read(descriptor, 'WGPUBufferDescriptor');
            return LudusGpu.add(LudusGpu.objects[device].createBuffer(wanted));
        } catch (error) { // memory that is mapped from the start is refused at once
            return 0;
        }
    },

    wgpuDeviceCreateTexture__deps: ['$LudusGpu'],
    wgpuDeviceCreateTexture: function(device, descriptor) {
        return LudusGpu.add(LudusGpu.objects[device].createTexture(LudusGpu.read(descriptor, 'WGPUTextureDescriptor')));
    },

    wgpuTextureGetWidth__deps: ['$LudusGpu'],
    wgpuTextureGetWidth: function(texture) { return LudusGpu.objects[texture].width; },

    wgpuTextureGetHeight__deps: ['$LudusGpu'],
    wgpuTextureGetHeight: function(texture) { return LudusGpu.objects[texture].height; },

    wgpuTextureCreateView__deps: ['$LudusGpu'],
    wgpuTextureCreateView: function(texture, descriptor) {
        var wanted = descriptor ? LudusGpu.read(descriptor, 'WGPUTextureViewDescriptor') : undefined;
        return LudusGpu.add(LudusGpu.objects[texture].createView(wanted));
    },

    wgpuDeviceCreateSampler__deps: ['$LudusGpu'],
    wgpuDeviceCreateSampler: function(device, descriptor) {
        return LudusGpu.add(LudusGpu.objects[device].createSampler(LudusGpu.read(descriptor, 'WGPUSamplerDescriptor')));
    },

    wgpuDeviceCreateShaderModule__deps: ['$LudusGpu'],
    wgpuDeviceCreateShaderModule: function(device, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPUShaderModuleDescriptor');
        wanted.code = LudusGpu.read(HEAPU32[descriptor >> 2], 'WGPUShaderSourceWGSL').code; // the one link of the chain
        return LudusGpu.add(LudusGpu.objects[device].createShaderModule(wanted));
    },

    wgpuDeviceCreateBindGroupLayout__deps: ['$LudusGpu'],
    wgpuDeviceCreateBindGroupLayout: function(device, descriptor) {
        return LudusGpu.add(LudusGpu.objects[device].createBindGroupLayout(
            LudusGpu.read(descriptor, 'WGPUBindGroupLayoutDescriptor')));
    },

    wgpuDeviceCreatePipelineLayout__deps: ['$LudusGpu'],
    wgpuDeviceCreatePipelineLayout: function(device, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPUPipelineLayoutDescriptor');
        delete wanted.immediateSize; // zero is all that we ask for
        return LudusGpu.add(LudusGpu.objects[device].createPipelineLayout(wanted));
    },

    wgpuDeviceCreateBindGroup__deps: ['$LudusGpu'],
    wgpuDeviceCreateBindGroup: function(device, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPUBindGroupDescriptor');
        wanted.entries = wanted.entries.map(function(entry) {
            var range = { buffer: entry.buffer, offset: entry.offset, size: entry.size };
            return { binding: entry.binding, resource: entry.buffer ? range : entry.sampler || entry.textureView };
        });
        return LudusGpu.add(LudusGpu.objects[device].createBindGroup(wanted));
    },

    wgpuDeviceCreateRenderPipeline__deps: ['$LudusGpu'],
    wgpuDeviceCreateRenderPipeline: function(device, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPURenderPipelineDescriptor');
        wanted.layout = wanted.layout || 'auto';
        return LudusGpu.add(LudusGpu.objects[device].createRenderPipeline(wanted));
    },

    wgpuDeviceCreateComputePipeline__deps: ['$LudusGpu'],
    wgpuDeviceCreateComputePipeline: function(device, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPUComputePipelineDescriptor');
        wanted.layout = wanted.layout || 'auto';
        return LudusGpu.add(LudusGpu.objects[device].createComputePipeline(wanted));
    },

    wgpuDeviceCreateQuerySet__deps: ['$LudusGpu'],
    wgpuDeviceCreateQuerySet: function(device, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPUQuerySetDescriptor');
        return LudusGpu.add(LudusGpu.objects[device].createQuerySet(wanted));
    },

    wgpuBufferMapAsync__deps: ['$LudusGpu'],
    wgpuBufferMapAsync: function(buffer, modeLow, modeHigh, offset, size, info) {
        var callback = LudusGpu.callback(info), object = LudusGpu.objects[buffer];
        object.mapAsync(modeLow, offset >>> 0, size >>> 0 === 0xFFFFFFFF ? undefined : size >>> 0).then(function() {
            LudusGpu.answer(callback, 1, '');
        }, function(error) {
            LudusGpu.answer(callback, error && error.name === 'AbortError' ? 4 : 3, String(error && error.message));
        });
        setTempRet0(0);
        return 0;
    },

    wgpuBufferGetConstMappedRange__deps: ['$LudusGpu'],
    wgpuBufferGetConstMappedRange: function(buffer, offset, size) { return LudusGpu.map(buffer, offset, size); },

    wgpuBufferUnmap__deps: ['$LudusGpu'],
    wgpuBufferUnmap: function(buffer) {
        LudusGpu.unmap(LudusGpu.objects[buffer]);
        LudusGpu.objects[buffer].unmap();
    },

    // ---- Encoding

    wgpuDeviceCreateCommandEncoder__deps: ['$LudusGpu'],
    wgpuDeviceCreateCommandEncoder: function(device, descriptor) {
        return LudusGpu.add(LudusGpu.objects[device].createCommandEncoder());
    },

    wgpuCommandEncoderBeginRenderPass__deps: ['$LudusGpu'],
    wgpuCommandEncoderBeginRenderPass: function(encoder, descriptor) {
        var wanted = LudusGpu.read(descriptor, 'WGPURenderPassDescriptor');
        wanted.colorAttachments = wanted.colorAttachments.map(function(color) { return color.view ? color : null; });
        return LudusGpu.add(LudusGpu.objects[encoder].beginRenderPass(wanted));
    },

    wgpuCommandEncoderBeginComputePass__deps: ['$LudusGpu'],
    wgpuCommandEncoderBeginComputePass: function(encoder, descriptor) {
        var wanted = descriptor ? LudusGpu.read(descriptor, 'WGPUComputePassDescriptor') : undefined;
        return LudusGpu.add(LudusGpu.objects[encoder].beginComputePass(wanted));
    },

    wgpuCommandEncoderCopyBufferToBuffer__deps: ['$LudusGpu'],
    wgpuCommandEncoderCopyBufferToBuffer: function(encoder, source, sourceLow, sourceHigh, target, targetLow, targetHigh,
        low, high) {
        LudusGpu.objects[encoder].copyBufferToBuffer(LudusGpu.objects[source], LudusGpu.wide(sourceLow, sourceHigh),
            LudusGpu.objects[target], LudusGpu.wide(targetLow, targetHigh), LudusGpu.wide(low, high));
    },

    wgpuCommandEncoderCopyBufferToTexture__deps: ['$LudusGpu'],
    wgpuCommandEncoderCopyBufferToTexture: function(encoder, source, target, size) {
        LudusGpu.objects[encoder].copyBufferToTexture(LudusGpu.bufferCopy(source),
            LudusGpu.read(target, 'WGPUTexelCopyTextureInfo'), LudusGpu.read(size, 'WGPUExtent3D'));
    },

    wgpuCommandEncoderCopyTextureToBuffer__deps: ['$LudusGpu'],
    wgpuCommandEncoderCopyTextureToBuffer: function(encoder, source, target, size) {
        LudusGpu.objects[encoder].copyTextureToBuffer(LudusGpu.read(source, 'WGPUTexelCopyTextureInfo'),
            LudusGpu.bufferCopy(target), LudusGpu.read(size, 'WGPUExtent3D'));
    },

    wgpuCommandEncoderCopyTextureToTexture__deps: ['$LudusGpu'],
    wgpuCommandEncoderCopyTextureToTexture: function(encoder, source, target, size) {
        LudusGpu.objects[encoder].copyTextureToTexture(LudusGpu.read(source, 'WGPUTexelCopyTextureInfo'),
            LudusGpu.read(target, 'WGPUTexelCopyTextureInfo'), LudusGpu.read(size, 'WGPUExtent3D'));
    },

    wgpuCommandEncoderResolveQuerySet__deps: ['$LudusGpu'],
    wgpuCommandEncoderResolveQuerySet: function(encoder, set, first, count, target, low, high) {
        LudusGpu.objects[encoder].resolveQuerySet(LudusGpu.objects[set], first, count, LudusGpu.objects[target],
            LudusGpu.wide(low, high));
    },

    wgpuCommandEncoderFinish__deps: ['$LudusGpu'],
    wgpuCommandEncoderFinish: function(encoder, descriptor) {
        return LudusGpu.add(LudusGpu.objects[encoder].finish());
    },

    wgpuComputePassEncoderSetPipeline__deps: ['$LudusGpu'],
    wgpuComputePassEncoderSetPipeline: function(pass, pipeline) {
        LudusGpu.objects[pass].setPipeline(LudusGpu.objects[pipeline]);
    },

    wgpuComputePassEncoderSetBindGroup__deps: ['$LudusGpu'],
    wgpuComputePassEncoderSetBindGroup: function(pass, index, group, count, offsets) {
        if (count) LudusGpu.objects[pass].setBindGroup(index, LudusGpu.objects[group], HEAPU32, offsets >> 2, count);
        else LudusGpu.objects[pass].setBindGroup(index, LudusGpu.objects[group]);
    },

    wgpuComputePassEncoderDispatchWorkgroups__deps: ['$LudusGpu'],
    wgpuComputePassEncoderDispatchWorkgroups: function(pass, x, y, z) {
        LudusGpu.objects[pass].dispatchWorkgroups(x, y, z);
    },

    wgpuComputePassEncoderEnd__deps: ['$LudusGpu'],
    wgpuComputePassEncoderEnd: function(pass) { LudusGpu.objects[pass].end(); },

    wgpuRenderPassEncoderSetPipeline__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderSetPipeline: function(pass, pipeline) {
        LudusGpu.objects[pass].setPipeline(LudusGpu.objects[pipeline]);
    },

    wgpuRenderPassEncoderSetBindGroup__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderSetBindGroup: function(pass, index, group, count, offsets) {
        if (count) LudusGpu.objects[pass].setBindGroup(index, LudusGpu.objects[group], HEAPU32, offsets >> 2, count);
        else LudusGpu.objects[pass].setBindGroup(index, LudusGpu.objects[group]);
    },

    wgpuRenderPassEncoderSetVertexBuffer__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderSetVertexBuffer: function(pass, slot, buffer, offsetLow, offsetHigh, low, high) {
        LudusGpu.objects[pass].setVertexBuffer(slot, LudusGpu.objects[buffer], LudusGpu.wide(offsetLow, offsetHigh),
            LudusGpu.wide(low, high));
    },

    wgpuRenderPassEncoderSetIndexBuffer__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderSetIndexBuffer: function(pass, buffer, format, offsetLow, offsetHigh, low, high) {
        LudusGpu.objects[pass].setIndexBuffer(LudusGpu.objects[buffer], LudusGpu.word('WGPUIndexFormat', format),
            LudusGpu.wide(offsetLow, offsetHigh), LudusGpu.wide(low, high));
    },

    wgpuRenderPassEncoderSetViewport__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderSetViewport: function(pass, x, y, width, height, near, far) {
        LudusGpu.objects[pass].setViewport(x, y, width, height, near, far);
    },

    wgpuRenderPassEncoderSetScissorRect__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderSetScissorRect: function(pass, x, y, width, height) {
        LudusGpu.objects[pass].setScissorRect(x, y, width, height);
    },

    wgpuRenderPassEncoderDraw__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderDraw: function(pass, vertices, instances, firstVertex, firstInstance) {
        LudusGpu.objects[pass].draw(vertices >>> 0, instances >>> 0, firstVertex >>> 0, firstInstance >>> 0);
    },

    wgpuRenderPassEncoderDrawIndexed__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderDrawIndexed: function(pass, indices, instances, firstIndex, baseVertex, firstInstance) {
        LudusGpu.objects[pass].drawIndexed(indices >>> 0, instances >>> 0, firstIndex >>> 0, baseVertex,
            firstInstance >>> 0);
    },

    // Not of the header: entries of a draw run (boundary/commands.h) that change nothing but an offset, in one call from
    // C++. Answers the first entry that is another.
    ludusGpuDrawOffsets__deps: ['$LudusGpu', '$LudusGpuOffset'],
    ludusGpuDrawOffsets: function(pass, group, at, end, header, indices, instances, firstIndex) {
        var encoder = LudusGpu.objects[pass], bindings = LudusGpu.objects[group], words = HEAPU32;
        var offset = LudusGpuOffset;
        indices = indices >>> 0;
        instances = instances >>> 0;
        firstIndex = firstIndex >>> 0;
        for (at = at >>> 2, end = end >>> 2; at < end && words[at] === header; at += 2) {
            offset[0] = words[at + 1];
            encoder.setBindGroup(0, bindings, offset, 0, 1);
            encoder.drawIndexed(indices, instances, firstIndex, 0, 0);
        }
        return at << 2;
    },

    wgpuRenderPassEncoderDrawIndexedIndirect__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderDrawIndexedIndirect: function(pass, buffer, low, high) {
        LudusGpu.objects[pass].drawIndexedIndirect(LudusGpu.objects[buffer], LudusGpu.wide(low, high));
    },

    wgpuRenderPassEncoderEnd__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderEnd: function(pass) { LudusGpu.objects[pass].end(); },

    // ---- Queue

    wgpuQueueWriteBuffer__deps: ['$LudusGpu'],
    wgpuQueueWriteBuffer: function(queue, buffer, low, high, data, size) {
        LudusGpu.objects[queue].writeBuffer(LudusGpu.objects[buffer], LudusGpu.wide(low, high), HEAPU8, data, size);
    },

    wgpuQueueWriteTexture__deps: ['$LudusGpu'],
    wgpuQueueWriteTexture: function(queue, target, data, dataSize, layout, size) {
        LudusGpu.objects[queue].writeTexture(LudusGpu.read(target, 'WGPUTexelCopyTextureInfo'),
            HEAPU8.subarray(data, data + dataSize), LudusGpu.read(layout, 'WGPUTexelCopyBufferLayout'),
            LudusGpu.read(size, 'WGPUExtent3D'));
    },

    wgpuQueueSubmit__deps: ['$LudusGpu'],
    wgpuQueueSubmit: function(queue, count, buffers) {
        var list = [];
        for (var i = 0; i < count; ++i) list.push(LudusGpu.objects[HEAPU32[(buffers >> 2) + i]]);
        LudusGpu.objects[queue].submit(list);
    },

    wgpuQueueOnSubmittedWorkDone__deps: ['$LudusGpu'],
    wgpuQueueOnSubmittedWorkDone: function(queue, info) {
        var callback = LudusGpu.callback(info);
        LudusGpu.objects[queue].onSubmittedWorkDone().then(function() { LudusGpu.answer(callback, 1, ''); },
            function(error) { LudusGpu.answer(callback, 3, String(error && error.message)); });
        setTempRet0(0);
        return 0;
    },

    // ---- Ends. Collecting garbage would keep the memory of buffers and textures for long.

    wgpuInstanceRelease__deps: ['$LudusGpu'],
    wgpuInstanceRelease: function(instance) { LudusGpu.release(instance); },

    wgpuAdapterRelease__deps: ['$LudusGpu'],
    wgpuAdapterRelease: function(adapter) { LudusGpu.release(adapter); },

    wgpuQueueRelease__deps: ['$LudusGpu'],
    wgpuQueueRelease: function(queue) { LudusGpu.release(queue); },

    wgpuTextureViewRelease__deps: ['$LudusGpu'],
    wgpuTextureViewRelease: function(textureView) { LudusGpu.release(textureView); },

    wgpuSamplerRelease__deps: ['$LudusGpu'],
    wgpuSamplerRelease: function(sampler) { LudusGpu.release(sampler); },

    wgpuShaderModuleRelease__deps: ['$LudusGpu'],
    wgpuShaderModuleRelease: function(shaderModule) { LudusGpu.release(shaderModule); },

    wgpuBindGroupLayoutRelease__deps: ['$LudusGpu'],
    wgpuBindGroupLayoutRelease: function(bindGroupLayout) { LudusGpu.release(bindGroupLayout); },

    wgpuPipelineLayoutRelease__deps: ['$LudusGpu'],
    wgpuPipelineLayoutRelease: function(pipelineLayout) { LudusGpu.release(pipelineLayout); },

    wgpuBindGroupRelease__deps: ['$LudusGpu'],
    wgpuBindGroupRelease: function(bindGroup) { LudusGpu.release(bindGroup); },

    wgpuRenderPipelineRelease__deps: ['$LudusGpu'],
    wgpuRenderPipelineRelease: function(renderPipeline) { LudusGpu.release(renderPipeline); },

    wgpuComputePipelineRelease__deps: ['$LudusGpu'],
    wgpuComputePipelineRelease: function(computePipeline) { LudusGpu.release(computePipeline); },

    wgpuQuerySetRelease__deps: ['$LudusGpu'],
    wgpuQuerySetRelease: function(querySet) { LudusGpu.release(querySet); },

    wgpuCommandEncoderRelease__deps: ['$LudusGpu'],
    wgpuCommandEncoderRelease: function(commandEncoder) { LudusGpu.release(commandEncoder); },

    wgpuCommandBufferRelease__deps: ['$LudusGpu'],
    wgpuCommandBufferRelease: function(commandBuffer) { LudusGpu.release(commandBuffer); },

    wgpuRenderPassEncoderRelease__deps: ['$LudusGpu'],
    wgpuRenderPassEncoderRelease: function(renderPassEncoder) { LudusGpu.release(renderPassEncoder); },

    wgpuComputePassEncoderRelease__deps: ['$LudusGpu'],
    wgpuComputePassEncoderRelease: function(computePassEncoder) { LudusGpu.release(computePassEncoder); },

    wgpuDeviceRelease__deps: ['$LudusGpu'],
    wgpuDeviceRelease: function(device) {
        LudusGpu.end(device);
        LudusGpu.release(device);
    },

    wgpuBufferRelease__deps: ['$LudusGpu'],
    wgpuBufferRelease: function(buffer) {
        LudusGpu.end(buffer);
        LudusGpu.release(buffer);
    },

    wgpuTextureRelease__deps: ['$LudusGpu'],
    wgpuTextureRelease: function(texture) {
        LudusGpu.end(texture);
        LudusGpu.release(texture);
    },

    wgpuBufferSetLabel__deps: ['$LudusGpu'],
    wgpuBufferSetLabel: function(buffer, label) { LudusGpu.objects[buffer].label = LudusGpu.text(label); },

    wgpuTextureSetLabel__deps: ['$LudusGpu'],
    wgpuTextureSetLabel: function(texture, label) { LudusGpu.objects[texture].label = LudusGpu.text(label); },

    // ---- Names, for the browser's tools

    wgpuBindGroupLayoutSetLabel__deps: ['$LudusGpu'],
    wgpuBindGroupLayoutSetLabel: function(bindGroupLayout, label) {
        LudusGpu.objects[bindGroupLayout].label = LudusGpu.text(label);
    },

    wgpuBindGroupSetLabel__deps: ['$LudusGpu'],
    wgpuBindGroupSetLabel: function(bindGroup, label) { LudusGpu.objects[bindGroup].label = LudusGpu.text(label); },

    wgpuComputePipelineSetLabel__deps: ['$LudusGpu'],
    wgpuComputePipelineSetLabel: function(computePipeline, label) {
        LudusGpu.objects[computePipeline].label = LudusGpu.text(label);
    },

    wgpuRenderPipelineSetLabel__deps: ['$LudusGpu'],
    wgpuRenderPipelineSetLabel: function(renderPipeline, label) {
        LudusGpu.objects[renderPipeline].label = LudusGpu.text(label);
    },

    wgpuSamplerSetLabel__deps: ['$LudusGpu'],
    wgpuSamplerSetLabel: function(sampler, label) { LudusGpu.objects[sampler].label = LudusGpu.text(label); },

    wgpuShaderModuleSetLabel__deps: ['$LudusGpu'],
    wgpuShaderModuleSetLabel: function(shaderModule, label) {
        LudusGpu.objects[shaderModule].label = LudusGpu.text(label);
    },

    wgpuTextureViewSetLabel__deps: ['$LudusGpu'],
    wgpuTextureViewSetLabel: function(textureView, label) {
        LudusGpu.objects[textureView].label = LudusGpu.text(label);
    },

    wgpuCommandEncoderPushDebugGroup__deps: ['$LudusGpu'],
    wgpuCommandEncoderPushDebugGroup: function(encoder, label) {
        LudusGpu.objects[encoder].pushDebugGroup(LudusGpu.text(label));
    },

    wgpuCommandEncoderPopDebugGroup__deps: ['$LudusGpu'],
    wgpuCommandEncoderPopDebugGroup: function(encoder) { LudusGpu.objects[encoder].popDebugGroup(); },
});
