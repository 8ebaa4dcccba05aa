import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FilterFacet, facetValuesQuery } from '../api/item-queries.ts'
import { t } from '../messages/t.ts'

type NamesProps = { label: string; facet: FilterFacet | undefined; value: string[]; set: (names: string[]) => void }

/** New names, with suggestions of existing ones to keep spellings consistent. */
export function NamesInputWithSuggestions({ label, facet, value, set }: NamesProps) {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), 150)
  const { data = [] } = useQuery({
    ...facetValuesQuery(facet ?? 'genres', undefined, query),
    enabled: facet !== undefined && query !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <TagsInput
      label={label}
      placeholder={value.length > 0 ? undefined : t('edit.genresHint')}
      value={value}
      onChange={set}
      searchValue={text}
      onSearchChange={setText}
      data={query === '' ? [] : data}
      limit={8}
      splitChars={[';']}
    />
  )
}
