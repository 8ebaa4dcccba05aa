import { NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../messages/t.ts'
import { configListFromText, configValueFromJson, configValueToText, splitNewEntries } from './plugin-config-values.ts'
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
    const list = listOf(given)
    return (
      <TagsInput
        {...common}
        value={list}
        placeholder={list.length === 0 ? listOf(field.example).join(', ') : undefined}
        onChange={(next) => change(splitNewEntries(next, list))}
        onPaste={(event) => {
          const pasted = configListFromText(event.clipboardData.getData('text'))
          if (pasted.length < 2) return
          event.preventDefault()
          change([...new Set([...list, ...pasted])])
        }}
      />
    )
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

const listOf = (value: unknown) =>
  Array.isArray(value) ? value.map(String) : configListFromText(configValueToText(value))

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
