import { NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../messages/t.ts'
import { configValueFromJson, configValueToText } from './plugin-config-values.ts'
import type { PluginSettingField } from './plugin-manifest.ts'
import { PluginText } from './plugin-text.tsx'

type InputProps = { field: PluginSettingField; value: unknown; change: (value: unknown) => void }

/** The control for the setting's declared type; unknown types are text. */
export function PluginSettingInput({ field, value, change }: InputProps) {
  const given = value ?? field.default
  const description = field.description && <PluginText text={field.description} />
  const common = { label: field.label, description, withAsterisk: field.required }
  if (field.type === 'boolean') {
    return (
      <Switch
        label={field.label}
        description={description}
        checked={given === true}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    )
  }
  if (field.type === 'number') {
    return (
      <NumberInput
        {...common}
        value={typeof given === 'number' ? given : ''}
        placeholder={configValueToText(field.example)}
        onChange={(next) => change(next === '' ? undefined : Number(next))}
      />
    )
  }
  if (field.type === 'string-array') {
    const list = Array.isArray(given) ? given.map(String) : configValueToText(given).split(',').filter(Boolean)
    return <TagsInput {...common} value={list} placeholder={configValueToText(field.example)} onChange={change} />
  }
  if (field.type === 'json') return <JsonInput field={field} value={given} change={change} />
  return (
    <TextInput
      {...common}
      value={configValueToText(given)}
      placeholder={configValueToText(field.example)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

function JsonInput({ field, value, change }: InputProps) {
  const [text, setText] = useState(configValueToText(value))
  const isWrong = text.trim() !== '' && configValueFromJson(text) === undefined
  const input = useRef<HTMLTextAreaElement>(null)
  // Blocks submitting: otherwise the former value would be saved instead of the invalid text.
  useEffect(() => input.current?.setCustomValidity(isWrong ? t('match.badJson') : ''), [isWrong])
  return (
    <Textarea
      ref={input}
      label={field.label}
      description={field.description && <PluginText text={field.description} />}
      autosize
      minRows={3}
      value={text}
      error={isWrong && t('match.badJson')}
      onChange={(event) => {
        const next = event.currentTarget.value
        setText(next)
        change(next.trim() === '' ? undefined : (configValueFromJson(next) ?? value))
      }}
    />
  )
}
