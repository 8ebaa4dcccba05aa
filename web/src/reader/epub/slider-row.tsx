import { Slider } from '@mantine/core'
import shared from '../settings-panel.module.css'

type SliderRowProps = {
  label: string
  value: number
  min: number
  max: number
  step: number
  says: (value: number) => string
  set: (value: number) => void
}

export function SliderRow({ label, value, says, set, ...range }: SliderRowProps) {
  return (
    <div>
      <span className={shared.label}>
        {label} <span className="quiet num">{says(value)}</span>
      </span>
      <Slider thumbLabel={label} value={value} onChange={set} label={says} {...range} />
    </div>
  )
}
