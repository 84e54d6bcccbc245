// Every reason for which the library refuses a call: one row makes the code, its text and its entry in docs/errors.md.
//
// LUDUS_RHI_DIAGNOSTICS(X) expands X(Name, Problem, Fix) for each row. Problem and Fix are sentences; in them {field},
// {got}, {allowed} and {index} stand for the values of the refusal, and {index} also inside the field itself. A field
// is a member or a noun that its sentence reads well with. Rows are appended to their group; names stay.
#pragma once

// clang-format off
#define LUDUS_RHI_DIAGNOSTICS(X) \
    /* Owners, sessions and frames */ \
    X(ForeignDevice, "The device handle is null, destroyed or of another session.", "Pass the handle that CreateDevice wrote, and none after DestroyDevice.") \
    X(ForeignSurface, "The surface handle does not belong to this device.", "Pass the surface that CreateDevice wrote beside the device.") \
    X(SessionBusy, "A session exists already.", "Shut it down or destroy its device first; one session exists at a time.") \
    X(NoSession, "No session is running.", "Call Start or CreateDevice first.") \
    X(OutputOccupied, "{field} already names an object; creation writes into null handles only.", "Assign {} to the handle, after destroying what it names if it is still needed no more.") \
    X(NullOutput, "{field} is null.", "Pass a place to write the result to.") \
    X(DeviceStarting, "The device is still starting.", "Poll GetDeviceInfo once a tick until it answers Ready.") \
    X(DeviceFailed, "The device failed and accepts no work.", "Read DeviceInfo::Startup, destroy the device and create another.") \
    X(DeviceIsLost, "The device was lost; its resources are gone.", "Destroy the device, create another and recreate the resources.") \
    X(DeviceStuck, "The device did not finish its work within {allowed} seconds; its memory and native objects stay until the process ends.", "Look for a shader that does not end. The session is over and another one may be started; its driver may need the process to end.") \
    X(FrameIsOpen, "A frame is open; this call belongs between frames.", "End the frame first, or make the call before BeginFrame.") \
    X(NoOpenFrame, "No frame is open.", "Call BeginFrame first and go on only when it answers Ready.") \
    X(NoFrameAccepted, "No frame has been accepted yet.", "Draw and end a frame first.") \
    X(FrameTooLarge, "{field} is {got}; the largest frame edge is {allowed}.", "Clamp the target to Capabilities.MaxFrameDimension2D.") \
    X(ClearNotFinite, "{field} is not a finite number.", "Give a clear colour of finite components.") \
    X(SurfacelessFrameUnsupported, "This backend has no frames without a surface.", "Leave ShouldPresentToSurface true.") \
    X(FrameWithoutSurface, "The frame is without a surface, and {field} draws to one.", "Set a target with ShouldPresentToSurface, or draw to textures.") \
    X(FramesInFlight, "All {allowed} frames are still in flight after the wait.", "Try again at the next tick; the GPU is behind.") \
    X(TargetUnavailable, "The target has no area or cannot be acquired at present; no frame was opened.", "Keep the resources and try again at the next tick.") \
    X(MixedDraws, "A frame holds either one fullscreen draw or portable draws.", "Draw the fullscreen triangle in a frame of its own, or as a portable draw.") \
    X(SecondFullscreenDraw, "The frame already has its fullscreen draw.", "Draw once in each frame.") \
    X(UniformAfterDraw, "The open frame has drawn already, and took its uniform bytes then.", "Update uniforms before DrawFullscreen, or after the frame was ended.") \
    X(SubmissionRefused, "The backend did not take the submission.", "Read the device state: Ready means the frame may be ended again; otherwise recreate the device.") \
    X(IdentitiesExhausted, "No identity is left for {field}.", "Restart the process; identities are never reused.") \
    /* Startup */ \
    X(UnknownSelection, "{field} has the value {got}, which names no backend.", "Use an enumerator of BackendSelection.") \
    X(BackendNotCompiled, "{field} is not part of this build.", "Build Ludus with it, or select another one, such as Auto.") \
    X(BackendNameUnknown, "LUDUS_BACKEND does not name a backend.", "Set it to an enumerator of Backend, spelt as there, such as Vulkan; or unset it.") \
    X(StartupFailed, "The backend could not be started.", "StartupInfo::Error says at which step; check driver and window.") \
    X(RequirementUnmet, "The device offers {allowed} where {field} asks for {got}.", "Lower the requirement or choose another device.") \
    X(WorkloadUnsupported, "The required workload {field} is not available.", "Prefer it instead of requiring it, and look at DeviceInfo::Enabled.") \
    X(WindowIncomplete, "The window description lacks {field}, which its window system needs.", "Fill in the handles of the chosen WindowSystem.") \
    X(CountZeroOrReserved, "{field} is {got}; counts are nonzero and below 4294967295.", "Keep the default or give a count in that range.") \
    X(BudgetZero, "{field} is zero.", "Give a budget in bytes, or keep the default.") \
    X(BudgetBelowCommitted, "{field} is {got}, but {allowed} bytes are already committed.", "Give the process's later devices at least the memory that earlier ones committed.") \
    X(FormatCountTooLarge, "{field} is {got}; at most {allowed} formats exist.", "Set FormatCount to the number of entries that are filled in.") \
    X(FormatUnknown, "{field} has the value {got}, which names no format.", "Use an enumerator of RasterFormat.") \
    X(FormatDuplicate, "{field}[{index}] names a format that an earlier entry names.", "Merge the uses into one entry for each format.") \
    X(FormatUsesEmpty, "{field}[{index}] asks for no use.", "Set at least one use or flag, or drop the entry.") \
    X(SampleCountInvalid, "{field} is {got}; sample counts are 1 and 4.", "Use 1 or 4.") \
    /* Handles */ \
    X(StaleHandle, "{field} is null, was destroyed, or belongs to another device.", "Use the handle that creation wrote, until it is destroyed.") \
    X(DependencyPending, "{field} is still being prepared.", "Poll GetStatus of that resource until it is Ready, then call again.") \
    X(DependencyFailed, "{field} failed to prepare.", "Destroy it, mend its description and create it again.") \
    X(ResourceInUse, "{field} is still used by {got} pipelines.", "Destroy the pipelines first.") \
    X(LibraryOwned, "{field} belongs to the library.", "Leave it alone; it is released with the device.") \
    /* Capacity */ \
    X(RecordsExhausted, "All {allowed} records of this kind are live or retained.", "Raise StorageLimits::ResourcesPerKind, destroy resources, or wait until work in flight completes.") \
    X(ResourceBytesExhausted, "{got} bytes do not fit into the {allowed} bytes left of ResourceBytes.", "Raise StorageLimits::ResourceBytes or destroy resources.") \
    X(HostBytesExhausted, "The host memory budget does not allow this object.", "Raise StorageLimits::HostBytes or destroy resources.") \
    X(HostMemoryRefused, "The system refused host memory.", "Free memory and try again; nothing was changed.") \
    X(DeviceMemoryRefused, "The driver refused device memory.", "Free resources and try again; nothing was changed.") \
    X(DescriptorsExhausted, "{got} descriptors do not fit into the {allowed} left of BindingDescriptors.", "Raise StorageLimits::BindingDescriptors or destroy binding sets.") \
    X(DrawsExhausted, "The frame already has {allowed} draws.", "Raise StorageLimits::DrawsPerFrame.") \
    X(FacadeExhausted, "All {allowed} facade resources of this kind exist.", "Destroy one first, or use raster.h, whose limits are configurable.") \
    X(TransfersExhausted, "All {allowed} transfer slices are in use.", "Release finished tickets.") \
    X(TicketsExhausted, "All {allowed} {field} are in use, or retained by work in flight.", "Release or submit some, wait until their work has completed, or raise the limit in StorageLimits.") \
    X(PlanDrawsExhausted, "{field} already has {allowed} draws.", "Raise StorageLimits::DrawsPerPlan, or begin another one.") \
    X(PlanExceedsFrame, "{field} has {got} draws; a frame takes {allowed}.", "Raise StorageLimits::DrawsPerFrame, or spread the draws over several frames.") \
    X(BackendRefused, "The driver refused the object.", "Check the artifact and the state against the driver's messages; validation may be switched on with LUDUS_VULKAN_VALIDATION=1.") \
    /* Values */ \
    X(NullInput, "{field} is null, but {got} elements were given.", "Pass the elements, or an empty span.") \
    X(EnumInvalid, "{field} has the value {got}, which is no enumerator.", "Use an enumerator of its type.") \
    X(ValueZero, "{field} is zero.", "Give a positive value.") \
    X(ValueTooLarge, "{field} is {got}; at most {allowed} is allowed.", "Lower it to the limit, which the device's profile reports.") \
    X(ValueTooSmall, "{field} is {got}; at least {allowed} is needed.", "Raise it.") \
    X(ValueNotExact, "{field} is {got}; it must be {allowed}.", "Give exactly that value.") \
    X(ValueMisaligned, "{field} is {got}; it must be a multiple of {allowed}.", "Round it up to the next multiple.") \
    X(ValueNotFinite, "{field} is not a finite number.", "Give a finite number.") \
    X(RangeOutside, "{field} reaches beyond the {allowed} bytes or elements there are; it ends at {got}.", "Keep offset plus size inside.") \
    X(SizeOverflow, "The byte count of {field} does not fit in 64 bits.", "Use smaller extents.") \
    X(FeatureNotEnabled, "{field} needs a capability that this device does not offer.", "Ask the device's profile first and take another way where it is absent.") \
    X(UnsupportedHere, "{field} is not implemented by this version.", "Leave it at its default; the capability that announces it is false.") \
    X(OptionsConflict, "{field} does not go together with the other options of the description.", "Leave it at its default, or drop the options that exclude it.") \
    /* Buffers and textures */ \
    X(UploadSizeWrong, "{got} bytes were given where the description needs {allowed}.", "Give exactly the bytes that the description says.") \
    X(UploadMipsWrong, "{got} mip entries were given for {allowed} mip levels.", "Give one entry for each level, or none for a single level.") \
    X(UploadPitchWithMips, "RowPitch is {got} although Mips is given.", "Leave RowPitch zero and state the pitch in each entry.") \
    X(UploadOffsetWrong, "Mips[{index}].Offset is {got}; the tight chain puts it at {allowed}.", "Concatenate the levels in ascending order without gaps.") \
    X(UploadForbidden, "{field} takes no upload, but {got} bytes were given.", "Pass an empty upload.") \
    X(UploadMissing, "{field} needs its initial content, but no bytes were given.", "Pass the complete bytes.") \
    X(MipCountTooLarge, "{field} is {got}; this extent has {allowed} levels.", "Lower it to 1 + log2 of the larger edge.") \
    X(TextureFormatUnavailable, "The format is not available in this use on this device.", "Ask GetFormatCapabilities and convert to an available format.") \
    X(TextureUndefined, "Mip {index} of the texture has no defined content.", "Initialise it first, or choose a view without it.") \
    X(ContentNotRetained, "The texture keeps no content on the CPU.", "Create it with RetainCpuContent.") \
    X(ViewDimensionMismatch, "{field} does not suit the texture's dimension.", "Use the texture's own dimension, or D2 for one layer.") \
    X(LodWithoutMipFilter, "{field} is set although MipFilter is None, which samples level zero only.", "Leave it zero, or choose a mip filter.") \
    X(LodOutside, "{field} lies outside the levels 0 to {allowed}.", "Clamp it to that range.") \
    X(LodReversed, "{field} lies below MinLod.", "Give a MaxLod of at least MinLod.") \
    X(AttachmentRequired, "{field} is for attachments, and this texture is none.", "Create the texture with Attachment, or leave the field at its default.") \
    X(AspectMissing, "{field} names depth or stencil, which this texture does not have.", "Only attachments have depth, and stencil when created with Stencil.") \
    /* Shaders */ \
    X(ArtifactMissing, "The shader carries no {field} artifact, which the running backend needs.", "Compile the program for this backend with ludus_compile_shader.") \
    X(ArtifactMalformed, "The {field} artifact is malformed at word {got}.", "Compile it again; artifacts are used unchanged.") \
    X(EntryMissing, "The artifact has no entry point of the name in {field}.", "Name an entry point that the artifact contains.") \
    X(EntryStageWrong, "The entry point exists, but for another stage than {field} says.", "Give the stage that the entry point was compiled for.") \
    X(ShaderStageWrong, "{field} is a shader of another stage.", "Pass a vertex shader as Vertex, a fragment shader as Fragment, and a compute shader to a compute pipeline.") \
    X(WorkgroupUnstated, "The {field} artifact does not state the entry point's local size in numbers.", "Write numthreads with constants; sizes that specialization changes are not supported.") \
    X(MemberNameInvalid, "UniformMembers[{index}].Name has {got} bytes; names have 1 to {allowed}.", "Shorten the name.") \
    X(MemberBindingUnknown, "UniformMembers[{index}] belongs to binding {got}, which the shader does not declare as a uniform.", "List the uniform binding in Bindings.") \
    X(InputDuplicate, "Inputs[{index}] repeats location {got}.", "List each location once.") \
    X(InputsForbidden, "{field} has {got} entries, but only vertex shaders have inputs.", "Leave it empty for other stages.") \
    X(LocationTooLarge, "{field} is {got}; locations lie below {allowed}.", "Renumber the locations.") \
    X(ArrayBoundsUnverified, "{field} is an array whose bounds nobody verified.", "Compile the shader with NATIVE_BINDING_ARRAYS, or verify the bounds and set HasVerifiedArrayBounds.") \
    /* Layouts and sets */ \
    X(BindingNumberInvalid, "{field} is {got}; binding numbers lie below {allowed}.", "Renumber the binding.") \
    X(BindingDuplicate, "Entry {index} repeats binding {got}.", "List each binding once.") \
    X(BindingUnknown, "Entry {index} names binding {got}, which the layout does not have.", "Give resources for the layout's bindings only.") \
    X(BindingElementAbsent, "Binding {got} of the set holds no resource at element {index}.", "Name a binding of the set's layout and an element that was given a resource.") \
    X(BindingMissing, "Binding {got} of the layout has no resource.", "Give exactly one resource for each binding.") \
    X(RuntimeLengthReserved, "{field} is binding {got}, which a layout with a runtime table keeps for the table's length.", "Leave the binding out, or declare it as a uniform buffer of 16 bytes without options; the library supplies its buffer.") \
    X(ReplacementUnsuited, "{field} is the current set itself, or a set of another layout.", "Create the replacement as another set from the same layout handle.") \
    X(BindingKindMismatch, "Entry {index} does not hold the kind of resource that its binding needs.", "Fill in the fields of that kind and leave the others null.") \
    X(BufferRoleMismatch, "{field} has another role than this use needs.", "Create the buffer with the role it is used in.") \
    X(ViewKindMismatch, "{field} is a view of another dimension or aspect than its binding needs.", "Create a view of the dimension and aspect that the binding kind names.") \
    X(AttachmentViewBound, "{field} is an attachment view, which is drawn to and never bound.", "Create a sampled view: leave TextureViewDescription::Attachment false.") \
    X(VisibilityInvalid, "{field} has the value {got}, which is no stage mask.", "Use an enumerator of RasterVisibility.") \
    X(StorageVisibility, "{field} gives storage to stages that must not use it this way.", "Storage is written by Compute alone and read by Compute or Fragment.") \
    X(DescriptorLimit, "{field} needs {got} descriptors; the device allows {allowed}.", "Use fewer bindings of this kind in a stage or set.") \
    X(LayoutLacksBinding, "The layout does not satisfy binding {got} of the {field} shader.", "Give the layout the union of what both stages need: kind, visibility and size.") \
    /* Pipelines */ \
    X(StreamUnused, "Attributes[{index}] reads stream {got}, but there are {allowed}.", "Declare the stream, or read another.") \
    X(AttributeOutsideStride, "Attributes[{index}] ends at byte {got} of a record of {allowed}.", "Move the attribute or enlarge the stride.") \
    X(AttributeDuplicate, "Attributes[{index}] repeats location {got}.", "List each location once.") \
    X(InputUnfed, "The vertex shader reads location {got}, which no attribute of the same format feeds.", "Add the attribute with the shader's component count.") \
    X(AttributeUnread, "Attributes[{index}] feeds location {got}, which the vertex shader does not read with that format.", "Drop it or match the shader's input.") \
    X(StencilStateUnused, "{field} is set although Stencil is false.", "Set Stencil, or leave the state at its default.") \
    X(UniformTooSmall, "{field} has {got} bytes, but the stages read {allowed}.", "Create the uniform with the larger UniformSize of both stages.") \
    X(LayoutOtherStages, "Binding {got} of the layout is visible to stages that the pipeline does not have.", "Give draws and dispatches layouts of their own: every binding of a dispatch's has Compute visibility, and none of a draw's.") \
    /* Passes */ \
    X(PassesExhausted, "The frame already has {allowed} passes.", "Raise StorageLimits::PassesPerGraph.") \
    X(PassStatesExhausted, "The device already knows {allowed} combinations of format, load and store.", "Raise StorageLimits::RasterPassStates, or use fewer combinations.") \
    X(PassLoadUndefined, "{field} is Load, but the attachment holds nothing that is defined.", "Clear it, or let the pass before store it.") \
    X(PassSurfaceUndefined, "{field} is Discard, but the surface must be defined when the frame ends.", "Clear or load the surface, and store it.") \
    X(PassReadOnlyUnloaded, "{field} is set, but nothing is loaded.", "Load what the pass only reads, or drop the flag.") \
    X(PassClearDepth, "{field} lies outside zero to one.", "Give a depth between the near plane, zero, and the far plane, one.") \
    X(PassViewportOutside, "{field} is {got}; the attachment ends at {allowed}.", "Keep the viewport inside the attachment, or leave UseViewport false.") \
    X(NoOpenPass, "No pass is open for draws.", "Call BeginRasterPass first.") \
    /* Graphs */ \
    X(GraphResourcesExhausted, "The graph already has {allowed} resources.", "Raise StorageLimits::ResourcesPerGraph or import less.") \
    X(GraphPassesExhausted, "The graph already has {allowed} passes.", "Raise StorageLimits::PassesPerGraph or author fewer passes.") \
    X(GraphUsesExhausted, "The pass declares {got} uses; at most {allowed} are kept.", "Raise StorageLimits::UsesPerPass or split the pass.") \
    X(GraphDependenciesExhausted, "The graph has more than {allowed} dependencies.", "Raise StorageLimits::DependenciesPerGraph.") \
    X(GraphFrozen, "The graph is compiled and takes no more declarations.", "Execute or discard it, and author a new one.") \
    X(GraphNotCompiled, "The graph has not been compiled.", "Call CompileOrderedGraph first and go on only when it answers Ready.") \
    X(GraphImportRepeated, "{field} is imported by this graph already.", "Import each buffer and texture once and hand its version on.") \
    X(GraphStateStale, "{field} does not hold what it held when its state was taken.", "Author the graph anew: call GetTextureState right before the import, and execute before anything else writes or samples it.") \
    X(GraphFinalUse, "{field} has the value {got}; a texture is handed back sampled or as a colour attachment.", "Pass a sampled use or ColorAttachment.") \
    X(GraphNeverWritten, "The resource of {field} is never written by a pass.", "Only attachments and storage buffers have further versions; read the one that the import gave.") \
    X(GraphArrayMissing, "{field} is null, but its count is {got}.", "Pass the array, or a count of zero.") \
    X(GraphNameLength, "{field} has {got} bytes; at most {allowed} are kept, and a pass needs a name.", "Give a name of 1 to 63 bytes and a source of at most 127.") \
    X(GraphPassMixed, "{field} is set beside a dispatch.", "A compute pass has neither draws nor attachments; write two passes.") \
    X(GraphRootTransient, "{field} is a version of a pool texture, which ends with the graph.", "Import a texture of your own and root that.") \
    X(GraphRootConflict, "Version {got} of the resource is rooted although version {allowed} is already.", "Root the last version alone; the versions share one storage.") \
    X(GraphUseResource, "Pass {index} declares the access {field} on a resource that does not allow it.", "Declare what the buffer's role or the texture's attachment choice is made for.") \
    X(GraphUsePass, "Pass {index} declares the access {field}, which its kind of pass does not have.", "Colour is written by offscreen passes, storage by dispatches; vertices, indices and indirect arguments belong to draws.") \
    X(GraphUseStages, "Pass {index} declares the access {field} for the stage mask {got}, which it does not run.", "Declare Compute for dispatches, Fragment for storage in draws, and a mask of Vertex and Fragment otherwise.") \
    X(GraphUseRange, "Pass {index} declares the access {field} for a range of {got} bytes, of {allowed} there are.", "Keep the range inside the buffer; textures are declared whole, with offset and size zero.") \
    X(GraphUseConflict, "Pass {index} writes a resource by {field} or another access and uses it in a second way.", "Declare a written resource once a pass; split the pass where it must be read too.") \
    X(GraphFeedback, "Pass {index} samples the attachment that it draws to.", "Draw to another texture, or sample it in a later pass.") \
    X(GraphAttachmentUndeclared, "Pass {index} draws to a texture without declaring its next version.", "Add a ColorWrite, or ColorReadWrite for a loaded attachment, of the version from NextGraphVersion.") \
    X(GraphAttachmentAccess, "Pass {index} declares its attachment otherwise than its load says, which needs {field}.", "Declare ColorReadWrite for Load and ColorWrite for Clear, Discard and resolves.") \
    X(GraphWriteUnattached, "Pass {index} declares {field} of a texture that it does not draw to.", "Set the texture as the pass's attachment, or drop the declaration.") \
    X(GraphPacketUndeclared, "A packet of pass {index} uses a resource by {field} that the pass does not declare.", "Declare every vertex and index slice, indirect range and entry of the binding set.") \
    X(GraphPacketOutside, "A packet of pass {index} uses more bytes or stages by {field} than the pass declares.", "Widen the declared range or visibility to what the packets use.") \
    X(GraphReadEarly, "Pass {index} reads version {got} by {field}, which a later pass writes; version {allowed} is there.", "Move the pass behind the writer; passes run in the order in which they are added.") \
    X(GraphReadUnproduced, "Pass {index} reads version {got} by {field}, which no pass writes; version {allowed} is there.", "Add the writing pass before it, or read the version that exists.") \
    X(GraphReadOverwritten, "Pass {index} reads version {got} by {field}, but version {allowed} has replaced it in the same storage.", "Read it before the overwriting pass, or keep it in another resource.") \
    X(GraphReadUndefined, "Pass {index} reads version {got} by {field}, whose texels are undefined.", "Clear or load, and store, what is read later.") \
    X(GraphWriteOrder, "Pass {index} writes version {got} by {field}; the next one is {allowed}.", "Write each version once, in the order of NextGraphVersion.") \
    X(GraphLoadUndefined, "Pass {index} loads an image by {field} that holds no defined contents.", "Clear it, or store it in an earlier pass.") \
    X(GraphRootUnproduced, "Version {got} is rooted, but no pass writes it; the last one is {allowed}.", "Add the writing pass, or root the version that exists.") \
    X(GraphRootOverwritten, "Version {got} is rooted, but version {allowed} replaces it.", "Root the last version.") \
    X(GraphRootUndefined, "Version {got} is rooted, but its texels are undefined.", "Clear or load, and store, what must survive.") \
    X(GraphSurfaceUndefined, "Pass {index} leaves the surface undefined, and nothing can be presented.", "Store the colour of the last surface pass.") \
    /* Compute workloads and caches */ \
    X(WorkloadEmpty, "The workload was not initialised, or was reset.", "Call ComputeWorkload::Initialize first.") \
    X(WorkloadBytesExhausted, "The buffers have {got} bytes together; MaximumBufferBytes is {allowed}.", "Raise MaximumBufferBytes, or describe smaller buffers.") \
    X(WorkloadBindingKind, "{field} has binding {got}, which is no storage.", "Give workloads kernels over storage buffers alone; dispatch others by passes of your own.") \
    X(WorkloadReadOnly, "{field} may be written, and what it names is read only or another owner's.", "Bind a buffer of the workload that is not IsReadOnly; a cache's external buffers are IsReadOnly.") \
    X(WorkloadBufferRepeated, "{field} names a buffer that an earlier binding of the kernel names.", "Bind each allocation once in a kernel; combine the ranges or split the kernel.") \
    X(WorkloadProgramUnowned, "{field} is {got}, which is no earlier kernel with a program of its own.", "Name an earlier kernel whose UseProgramFrom is GRAPH_EXTERNAL_INDEX.") \
    X(CandidatePhase, "{field} does not fit the candidate's phase.", "Look at GetPhase: a graph is built once when Prepared, and its completion given while AwaitingSubmission.") \
    /* Draws */ \
    X(DrawPipelineTarget, "The pipeline was made for another target than the open pass.", "Create it with the pass's formats, samples and stencil choice.") \
    X(DrawDepthReadOnly, "The pipeline writes depth, which the open pass only reads.", "Create it with DepthWrite false, or drop DepthReadOnly.") \
    X(DrawFeedback, "Binding {index} shows the texture that the open pass draws to.", "Draw to another texture, or end the pass first.") \
    X(DrawAttachmentUndefined, "Binding {index} shows an attachment whose contents are not defined.", "Draw to it in an earlier pass that clears or loads, and stores.") \
    X(DrawAttachmentUse, "Binding {index} shows an attachment that its last use has left to other stages.", "Let the graph end with a use that covers the binding's visibility, such as SampledBoth.") \
    X(DrawLayoutMismatch, "The binding set has another layout than the pipeline.", "Create both from the same layout handle.") \
    X(DrawStreamCount, "{got} vertex slices were given; the pipeline has {allowed} streams.", "Give one slice for each stream.") \
    X(DrawVerticesOutside, "Vertices[{index}] holds {allowed} bytes, but the draw reads {got}.", "Enlarge the slice or lower VertexCount or InstanceCount.") \
    X(DrawIndexTooLarge, "An index of the range is {got}; VertexCount is {allowed}.", "Raise VertexCount to the vertices there are, or mend the indices. The largest value of the type is the restart index and never allowed.") \
    X(DrawIndicesUnwritten, "{field} names bytes of the frame ring that hold no indices, or hold them no longer.", "Write them with WriteFrameIndices, and draw with them in the frame, batch or graph that they are written for.") \
    X(DrawOffsetStatic, "BindingOffsets.Bytes[{index}] is {got}, but that binding has no dynamic offset.", "Leave it zero, or create the layout with HasDynamicOffset.") \
    X(DrawOffsetOutside, "BindingOffsets.Bytes[{index}] is {got}; the bound range may move by at most {allowed}.", "Keep the set's offset plus this one plus its size inside the buffer.") \
    X(DrawReachableWrong, "The {got} reachable elements that were declared are not the {allowed} of the bound set.", "Declare each populated element of NonUniform bindings exactly once.") \
    X(UniformNeverWritten, "The uniform was never updated.", "Call UpdateUniform before the first draw.") \
    X(RingNotMade, "The frame uniform buffer was not made yet.", "Call GetFrameUniformBuffer once, between frames.") \
    X(RingFull, "{got} bytes do not fit into the {allowed} bytes left of the frame's segment.", "Raise StorageLimits::FrameUniformBytes or write less in each frame.") \
    X(RingBusy, "All segments of the ring are still in use by the GPU.", "Try again after a frame has completed.") \
    X(BatchFinished, "The batch was finished; it records no more.", "Submit or discard it, and begin another one.") \
    X(TimingUnavailable, "GPU timing is not enabled, or the device writes no timestamps.", "Set DeviceDescription::EnableGpuTiming; where that does not help, go on without durations.") \
    X(TimingBusy, "The sample is armed, or its frame was not read to its end yet.", "Poll until its state is Available, Disjoint or Failed, then arm again.") \
    X(TelemetryOverflow, "The total of all allocations does not fit its field.", "Read single budgets with GetStorageUsage.") \
    X(ScopeNested, "A GPU scope is open already; scopes do not nest.", "Call EndGpuScope first.") \
    X(ScopeNotOpen, "No GPU scope is open.", "Call EndGpuScope once for each BeginGpuScope that answered Ready, in the same frame.") \
    X(ScopeInvalid, "The {field} has no identity, no passes, or a name that is no terminated UTF-8 text.", "Make it with MakeGpuScope.") \
    X(ScopeUnclosed, "The frame ended with an open GPU scope, which was closed with it.", "Call EndGpuScope before the frame ends.") \
    X(ScopesExhausted, "The frame already has {allowed} GPU scopes.", "Raise StorageLimits::PassesPerGraph.") \
    X(PreparationsExhausted, "{got} shaders and pipelines are being prepared or wait to be collected; the worker takes {allowed}.", "Poll their status until some are Ready, then create the others.") \
    X(BatchNotFinished, "The batch still records.", "Call FinishCommands first.") \
    X(ReadbackNotReady, "The bytes have not arrived yet.", "Poll GetStatus until it is Ready.") \
    X(TransferFailed, "The driver refused the copy after it was accepted.", "Release the ticket and ask again; what the copy was to write has failed with it.") \
    X(TransferFormatUnavailable, "{field} is of a format, dimension or sample count that transfers do not take.", "Use 2D textures of one sample whose FormatCapabilities::Uses have CopySource and CopyDestination, such as Rgba8Unorm.") \
    X(RetainedContentImmutable, "{field} keeps its content on the CPU, which a transfer would leave behind.", "Create another texture with the new content, or this one without RetainCpuContent.") \
    X(MipPartUndefined, "Mip {index} of {field} has no defined content, and a part cannot define it.", "Write the complete mip first.") \
    X(CopyWithinTexture, "{field} is the source itself; copies within one texture are not supported.", "Copy to another texture, also where the rectangles do not meet.") \
    X(TransferUnreleased, "{field} is what a transfer writes whose ticket is not released.", "Release the ticket when it is Ready, and import it then.") \
    X(MutationHeld, "{field} is kept by {got} views, binding sets, batches, graphs or transfers.", "Destroy, discard or submit what keeps it, release finished tickets, and write it then.") \
    X(MutationInFlight, "{field} is used by submitted work that has not completed.", "Poll until that work has completed, and write it then.") \
    X(ReadbackUnsupported, "The surface does not allow copies.", "Draw to a headless target to read frames back.")
// clang-format on
