// The import of tests that wait: one turn of the browser's event loop. program.js makes it suspend its caller.

mergeInto(LibraryManager.library, {
    ludus_test_rest: function() {
        return new Promise(function(resolve) {
            // A message arrives sooner than a timer, which browsers hold back when they nest.
            var channel = new MessageChannel();
            channel.port1.onmessage = function() {
                channel.port1.close();
                resolve();
            };
            channel.port2.postMessage(0);
        });
    },
});
