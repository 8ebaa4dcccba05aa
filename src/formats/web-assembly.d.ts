// TypeScript's ES library has no WebAssembly types and we don't include the DOM's: declares only what is used here.
declare namespace WebAssembly {
  type Module = object
  type Instance = object
  type Imports = Record<string, Record<string, unknown>>
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<Instance>
}
