// ludus-smoke: does every backend of this build start, draw and give its picture back? One line each.
#include <common/device_session.h>

#include <solid.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace
{
using namespace ludus::apps;
using ludus::foundation::float32;
using ludus::foundation::uint32;
using ludus::foundation::uint8;
using ludus::foundation::usize;

constexpr uint32 EDGE = 16;
// 0.25 rounds to 64, 0.5 to 128 (127.5 may also go down), 0.75 to 191; drawn over a clear colour of 1, 0, 1.
constexpr float32 FILL[4] = {0.25F, 0.5F, 0.75F, 1};
constexpr std::array<int, 4> FILLED = {64, 128, 191, 255};
constexpr std::array<int, 4> CLEARED = {255, 0, 255, 255};

constexpr rhi::Backend ALL_BACKENDS[] = {
    rhi::Backend::Vulkan,     rhi::Backend::WebGPU,     rhi::Backend::WebGL2,
    rhi::Backend::Metal,      rhi::Backend::Direct3D12, rhi::Backend::OpenGL,
    rhi::Backend::Direct3D11, rhi::Backend::Software,   rhi::Backend::Reference,
};

/// What a run found out; Text goes into the line.
struct Finding final
{
    bool IsRight{false};
    std::string Text{};
};

Finding Wrong(std::string text)
{
    return {false, std::move(text)};
}

/// Calls `step` until it is neither Waiting nor Working, for ten seconds at most.
template <class Step>
Progress Settle(Step step)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    Progress progress = step();
    while ((progress == Progress::Waiting || progress == Progress::Working) && std::chrono::steady_clock::now() < end)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        progress = step();
    }
    return progress;
}

Progress ProgressOf(rhi::ResourceStatus status)
{
    switch (status)
    {
    case rhi::ResourceStatus::Ready:
        return Progress::Done;
    case rhi::ResourceStatus::Pending:
    case rhi::ResourceStatus::NotReady:
        return Progress::Waiting;
    default:
        return Progress::Failed;
    }
}

/// The facade's three parts and their pipeline.
class Fill final
{
public:
    /// False: a diagnostic says why.
    bool Create(rhi::DeviceHandle device)
    {
        const auto isOwned = [](rhi::ResourceStatus status) { return ProgressOf(status) != Progress::Failed; };
        if (!isOwned(rhi::CreateShader(device, ludus::shaders::solid::Vertex(), Vertex)) ||
            !isOwned(rhi::CreateShader(device, ludus::shaders::solid::Fragment(), Fragment)) ||
            !isOwned(rhi::CreateUniform(device, sizeof FILL, Uniform)))
        {
            return false;
        }
        // Asked for until its parts are ready; then it is owned, and only its status is asked.
        bool isOwnedYet = false;
        return Settle(
                   [&]
                   {
                       if (isOwnedYet)
                       {
                           return ProgressOf(rhi::GetStatus(device, Pipeline));
                       }
                       const rhi::ResourceStatus status =
                           rhi::CreatePipeline(device, {Vertex, Fragment, Uniform}, Pipeline);
                       isOwnedYet = status == rhi::ResourceStatus::Ready || status == rhi::ResourceStatus::Pending;
                       return isOwnedYet ? Progress::Working : ProgressOf(status);
                   }) == Progress::Done;
    }

    bool Draw(rhi::DeviceHandle device)
    {
        uint8 bytes[sizeof FILL];
        std::memcpy(bytes, FILL, sizeof bytes);
        return rhi::UpdateUniform(device, Uniform, bytes) == rhi::ResourceStatus::Ready &&
               rhi::DrawFullscreen(device, Pipeline) == rhi::ResourceStatus::Ready;
    }

private:
    rhi::ShaderHandle Vertex{};
    rhi::ShaderHandle Fragment{};
    rhi::UniformHandle Uniform{};
    rhi::PipelineHandle Pipeline{};
};

Progress DrawFrame(const DeviceSession& session, Fill& fill)
{
    const rhi::DeviceHandle device = session.GetDevice();
    const rhi::FrameTarget target{.Width = EDGE, .Height = EDGE, .Red = 1, .Green = 0, .Blue = 1, .Alpha = 1};
    if (rhi::SetFrameTarget(device, session.GetSurface(), target) != rhi::DeviceStatus::Ready)
    {
        return Progress::Failed;
    }
    const rhi::DeviceStatus begun = rhi::BeginFrame(device, session.GetSurface());
    if (begun == rhi::DeviceStatus::Skipped)
    {
        return Progress::Waiting;
    }
    const bool isDrawn =
        begun == rhi::DeviceStatus::Ready && fill.Draw(device) && rhi::EndFrame(device) == rhi::DeviceStatus::Ready;
    return isDrawn ? Progress::Done : Progress::Failed;
}

Finding CheckPixels(const Picture& picture, const std::array<int, 4>& expected, int tolerance)
{
    for (uint32 y = 0; y < picture.Height; ++y)
    {
        for (uint32 x = 0; x < picture.Width; ++x)
        {
            const uint8* pixel = picture.At(x, y);
            for (usize channel = 0; channel < 4; ++channel)
            {
                if (std::abs(int{pixel[channel]} - expected[channel]) > tolerance)
                {
                    std::ostringstream text;
                    text << "pixel (" << x << ", " << y << ") is " << int{pixel[0]} << " " << int{pixel[1]} << " "
                         << int{pixel[2]} << " " << int{pixel[3]} << " instead of " << expected[0] << " " << expected[1]
                         << " " << expected[2] << " " << expected[3];
                    return Wrong(text.str());
                }
            }
        }
    }
    return {true, std::to_string(picture.Width * picture.Height) + " pixels right"};
}

Finding Try(rhi::Backend backend)
{
    DeviceSession session;
    rhi::WindowInfo window;
    window.Width = EDGE;
    window.Height = EDGE;
    rhi::DeviceDescription description;
    description.Selection = SelectionOf(backend);
    const Progress opened = session.Open("ludus-smoke", window, description);
    if (opened == Progress::Failed || Settle([&] { return session.Poll(); }) != Progress::Done)
    {
        return Wrong(session.GetProblem().empty() ? "did not start within ten seconds" : session.GetProblem());
    }
    const auto refused = [&](const char* what) { return Wrong(what + (": " + DescribeRefusal(session.GetDevice()))); };
    Fill fill;
    if (!fill.Create(session.GetDevice()))
    {
        return refused("ready, but the pipeline was refused");
    }
    if (Settle([&] { return DrawFrame(session, fill); }) != Progress::Done)
    {
        return refused("ready, but the frame was refused");
    }
    FrameCapture capture;
    Picture picture;
    if (capture.Request(session) == Progress::Failed ||
        Settle([&] { return capture.Poll(session, picture); }) != Progress::Done)
    {
        return Wrong("ready, but " +
                     (capture.GetProblem().empty() ? "the picture did not come" : capture.GetProblem()));
    }
    // The reference draws nothing but the clear, exactly; a GPU may round a half either way.
    const bool isReference = backend == rhi::Backend::Reference;
    Finding finding = CheckPixels(picture, isReference ? CLEARED : FILLED, isReference ? 0 : 1);
    finding.Text = "ready, " + finding.Text;
    return finding;
}

/// Reads `--require LIST`. Without it every compiled backend is required.
bool ParseRequired(int count, char** values, std::vector<rhi::Backend>& required)
{
    for (const rhi::Backend backend : ALL_BACKENDS)
    {
        if (count == 1 && IsCompiled(backend))
        {
            required.push_back(backend);
        }
    }
    if (count == 1)
    {
        return true;
    }
    std::istringstream list(count == 3 && std::string(values[1]) == "--require" ? values[2] : "");
    std::string name;
    while (std::getline(list, name, ','))
    {
        bool isKnown = false;
        for (const rhi::Backend backend : ALL_BACKENDS)
        {
            if (name == BackendName(backend))
            {
                required.push_back(backend);
                isKnown = true;
            }
        }
        if (!isKnown)
        {
            std::fprintf(stderr, "ludus-smoke: no backend is called %s\n", name.c_str());
            return false;
        }
    }
    return !required.empty();
}
} // namespace

int main(int count, char** values)
{
    std::vector<rhi::Backend> required;
    if (!ParseRequired(count, values, required))
    {
        std::fprintf(stderr,
                     "usage: ludus-smoke [--require BACKEND,...]   (without it, every compiled one must pass)\n");
        return 2;
    }
    bool isRight = true;
    for (const rhi::Backend backend : ALL_BACKENDS)
    {
        const bool isRequired = std::find(required.begin(), required.end(), backend) != required.end();
        if (!IsCompiled(backend))
        {
            if (isRequired)
            {
                std::printf("%-11s FAILED  not part of this build\n", BackendName(backend));
                isRight = false;
            }
            continue;
        }
        const Finding finding = Try(backend);
        const char* verdict = finding.IsRight ? "passed" : (isRequired ? "FAILED" : "failed");
        std::printf("%-11s %s  %s\n", BackendName(backend), verdict, finding.Text.c_str());
        isRight = isRight && (finding.IsRight || !isRequired);
    }
    return isRight ? 0 : 1;
}
