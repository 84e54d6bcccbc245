// Fuzzes sequences of calls over the whole public API, right and wrong, in and between frames, with failures, late
// results, loss and handles that were made up between them.
//
// The first byte picks the explicit device with a world of objects, or the facade; the rest is a list of operations.
// Here is what picks them; each subject's operations are in the file of its name.
#include "device_fuzzer.h"
#include "fuzz_target.h"

#include <algorithm>

namespace ludus::graphics::rhi::fuzz
{
void DeviceFuzzer::Run()
{
    Things.Make(GetWorldDescription());
    FillPools();
    for (uint32 i = 0; i < MAX_OPERATIONS && !Input.IsEmpty(); ++i)
    {
        FrameInfo frame;
        Things.Watcher.IsFrameOpen = GetFrameInfo(Things.Device, Things.Surface, frame) == DeviceStatus::Ready;
        Operate();
    }
}

void DeviceFuzzer::FillPools()
{
    Buffers.Items[0] = Things.Get(BufferName::PlainVertices);
    Buffers.Items[1] = Things.Get(BufferName::Indices);
    Buffers.Items[2] = Things.Get(BufferName::Sums);
    Buffers.Items[3] = Things.Get(BufferName::Arguments);
    std::copy_n(Things.Textures, TEXTURE_COUNT, Textures.Items);
    std::copy_n(Things.Views, TEXTURE_COUNT, Views.Items);
    Samplers.Items[0] = Things.Sampler;
    Stages.Items[0] = Things.PlainVertex;
    Stages.Items[1] = Things.PlainFragment;
    Stages.Items[2] = Things.Kernel;
    Layouts.Items[0] = Things.PlainLayout;
    Layouts.Items[1] = Things.QuadLayout;
    Layouts.Items[2] = Things.KernelLayout;
    Sets.Items[0] = Things.PlainSet;
    Sets.Items[1] = Things.QuadSets[0];
    Sets.Items[2] = Things.KernelSet;
    Pipelines.Items[0] = Things.PlainPipelines[0];
    Pipelines.Items[1] = Things.PlainPipelines[1];
    Kernels.Items[0] = Things.KernelPipeline;
}

void DeviceFuzzer::Operate()
{
    switch (Input.Below(40))
    {
    case 0:
    case 1:
        (void)Watch("BeginFrame", [&] { return BeginFrame(Things.Device, Things.Surface); });
        break;
    case 2:
        (void)Watch("EndFrame", [&] { return EndFrame(Things.Device); });
        break;
    case 3:
        EndFrameWithToken();
        break;
    case 4:
    case 5:
    case 6:
        Draw();
        break;
    case 7:
    case 8:
        BeginPass();
        break;
    case 9:
        WriteFrameData();
        break;
    case 10:
        MakeBuffer();
        break;
    case 11:
        MakeTexture();
        break;
    case 12:
        MakeView();
        break;
    case 13:
        MakeSampler();
        break;
    case 14:
        MakeLayout();
        break;
    case 15:
        MakeSet();
        break;
    case 16:
    case 17:
        MakePipeline();
        break;
    case 18:
        MakeKernel();
        break;
    case 19:
    case 20:
        DestroyOne();
        break;
    case 21:
        AskStatus();
        break;
    case 22:
        Label();
        break;
    case 23:
    case 24:
    case 25:
        UseBatch();
        break;
    case 26:
        Upload();
        break;
    case 27:
        ReadBack();
        break;
    case 28:
        UpdateBuffer();
        break;
    case 29:
        UpdateTexture();
        break;
    case 30:
        CopyTexture();
        break;
    case 31:
        RequestOne();
        break;
    case 32:
    case 33:
        UseGraph();
        break;
    case 34:
        ReadFrame();
        break;
    case 35:
        AskEverything();
        break;
    case 36:
        Disturb(Input);
        break;
    case 37:
        Measure();
        break;
    case 38:
        UseArrays();
        break;
    default:
        Restart();
        break;
    }
}
} // namespace ludus::graphics::rhi::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ludus::graphics::rhi::fuzz;
    const CleanProcess clean;
    ByteReader input{{data, size}};
    if (input.Byte() % 16 == 15)
    {
        FuzzFacade(input);
    }
    else
    {
        DeviceFuzzer{input}.Run();
    }
    return 0;
}
