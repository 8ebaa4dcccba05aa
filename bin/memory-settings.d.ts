export function restartWithMemorySettings(): void
