export function spareMemory(): void
