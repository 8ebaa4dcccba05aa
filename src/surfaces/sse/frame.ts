/** One message of a server-sent event stream. */
export function frame(event: string, data: unknown, id?: string): string {
  const name = id === undefined ? '' : `id: ${id}\n`
  return `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

export const heartbeat = ': still here\n\n'
