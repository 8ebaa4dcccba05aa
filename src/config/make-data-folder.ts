import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A folder for our own files, with those above it. Not by `mkdir` with `recursive`: where a folder refuses new ones as if it
 * was not there itself, as a network share that is not connected may, Node tries forever.
 */
export function makeDataFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path) makeDataFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was quicker.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
