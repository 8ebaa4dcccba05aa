import { problemFromResponse } from './problem.ts'
import { emitUnauthorized } from './unauthorized-event.ts'
import { apiUrl } from './urls.ts'

interface UploadOptions {
  signal: AbortSignal
  /** How much of the form has been sent, 0 to 1. */
  onProgress: (sent: number) => void
}

/** Sends a form that may be gigabytes large, and says how far it is: `fetch` can't. */
export function uploadForm<T>(path: string, form: FormData, { signal, onProgress }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('POST', apiUrl(path))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-reasons', 'true')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, statusText, responseText } = request
      const response = new Response(responseText, { status, statusText })
      if (status === 401) emitUnauthorized()
      const answer = response.ok
        ? (response.json() as Promise<T>)
        : problemFromResponse(response).then((problem) => Promise.reject(problem))
      answer.then(resolve, reject)
    }
    // As `fetch` does without a connection.
    request.onerror = () => reject(new TypeError('The upload was interrupted.'))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.send(form)
  })
}
