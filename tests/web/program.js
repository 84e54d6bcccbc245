// Goes before a test program's own JavaScript: gives it its environment, and runs main so that it can wait.
//
// main is entered through WebAssembly.promising and the imports that waits are WebAssembly.Suspending: while a test
// waits, its whole stack rests and the browser's event loop turns. Nothing else differs from a program that ships.

var ludusPage = globalThis.ludusTest || { environment: {} };

Module['noInitialRun'] = true;
Module['print'] = function(text) { console.log(text); };
Module['printErr'] = function(text) { console.log(text); };
Module['preRun'] = [function() { Object.assign(ENV, ludusPage.environment); }];

Module['instantiateWasm'] = function(imports, receive) {
    Object.keys(imports.env).filter(function(name) { return name.indexOf('ludus_test_') === 0; })
        .forEach(function(name) { imports.env[name] = new WebAssembly.Suspending(imports.env[name]); });
    WebAssembly.instantiateStreaming(fetch(wasmBinaryFile), imports).then(function(made) {
        receive(made.instance, made.module);
    }).catch(function(error) { console.debug('ludus-end could not be instantiated: ' + error); });
    return {};
};

Module['onAbort'] = function(what) { console.debug('ludus-end aborted: ' + what); };

Module['onRuntimeInitialized'] = function() {
    var list = stackAlloc(8);
    HEAPU32[list >> 2] = allocateUTF8OnStack('tests');
    HEAPU32[(list >> 2) + 1] = 0;
    WebAssembly.promising(Module['asm']['main'])(1, list).then(
        function(code) { console.debug('ludus-exit ' + code); },
        function(error) { console.debug('ludus-end trapped: ' + (error.stack || error)); });
};
