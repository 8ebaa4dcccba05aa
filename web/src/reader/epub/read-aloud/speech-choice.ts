import { useEffect, useState } from 'react'

/** Voices depend on the device, and so does the choice. */
export type SpeechChoice = { rate: number; voice: string | undefined }
const choiceKey = 'lectern-speech'

/** The browser's voices, and which one reads, how fast. */
export function useSpeechChoice() {
  const [choice, setChoice] = useState(readChoice)
  const change = (next: SpeechChoice) => {
    localStorage.setItem(choiceKey, JSON.stringify(next))
    setChoice(next)
  }
  return { choice, change, voices: useVoices() }
}

function useVoices(): SpeechSynthesisVoice[] {
  const read = () => globalThis.speechSynthesis?.getVoices() ?? []
  const [voices, setVoices] = useState(read)
  useEffect(() => {
    const { speechSynthesis } = globalThis
    // Browsers load their voices a moment after the page.
    const update = () => setVoices(speechSynthesis.getVoices())
    speechSynthesis?.addEventListener?.('voiceschanged', update)
    return () => speechSynthesis?.removeEventListener?.('voiceschanged', update)
  }, [])
  return voices
}

function readChoice(): SpeechChoice {
  try {
    const { rate, voice } = JSON.parse(localStorage.getItem(choiceKey) ?? '{}')
    return { rate: typeof rate === 'number' && rate >= 0.5 && rate <= 3 ? rate : 1, voice }
  } catch {
    return { rate: 1, voice: undefined }
  }
}
