// main of every gallery program whose frames are graphs: which one, the build says.
#include "graph_program.h"

#include <cassert>

int main(int count, char** values)
{
    using namespace ludus::gallery;
    const GraphProgramEntry* const entry = FindGraphProgram(LUDUS_GALLERY_NUMBER);
    assert(entry != nullptr);
    return Run(*entry->Make(), "gallery-" LUDUS_GALLERY_NUMBER, count, values);
}
