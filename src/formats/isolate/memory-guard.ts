/**
 * Holds every WebAssembly library of this thread to a memory limit. They ask for more by `grow`, and take an exception
 * for "no more memory", which they report as any other failure; without this, an archive that declares a dictionary of
 * 2 GiB gets it. Only for threads of our own: it changes the thread's WebAssembly for good.
 */
export function limitWebAssemblyMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory
  const grow = prototype.grow
  prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > bytes)
      throw new RangeError('The memory limit of this thread is reached.')
    return grow.call(this, pages)
  }
}

const PAGE = 64 * 1024
