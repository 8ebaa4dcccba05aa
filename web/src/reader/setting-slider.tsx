import { Slider } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import shared from './settings-panel.module.css'

type SliderProps = {
  label: string
  value: number
  min: number
  max: number
  step: number
  marks?: { value: number }[]
  format: (value: number) => string
  set: (value: number) => void
}

/**
 * A setting may lay out a whole chapter again, and is saved on the server: it is applied after this many milliseconds.
 */
const rest = 120

/** A slider with label and value. It moves at once; the setting follows when it rests for a moment. */
export function SettingSlider({ label, value, format, set, ...range }: SliderProps) {
  const [shown, setShown] = useState(value)
  useEffect(() => setShown(value), [value])
  const setLater = useDebouncedCallback(set, { delay: rest, flushOnUnmount: true })
  const move = (next: number) => {
    setShown(next)
    setLater(next)
  }
  return (
    <div>
      <span className={shared.label}>
        {label} <span className="quiet num">{format(shown)}</span>
      </span>
      <Slider thumbLabel={label} value={shown} onChange={move} label={format} {...range} />
    </div>
  )
}
