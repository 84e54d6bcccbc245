// main of every gallery program: which one, the build says.
#include "programs.h"
#include "runner.h"

#include <cassert>

int main(int count, char** values)
{
    using namespace ludus::gallery;
    const ProgramEntry* const entry = FindProgram(LUDUS_GALLERY_NUMBER);
    assert(entry != nullptr);
    return Run(*entry->Make(), "gallery-" LUDUS_GALLERY_NUMBER, count, values);
}
