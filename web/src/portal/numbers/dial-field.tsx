import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { SearchField } from '../search/search-field.tsx'
import { useSearch } from '../search/use-search.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { type FoundNumber, findNumbers, internalAndOutside, type NumberSources } from './find-numbers.ts'
import { useRoutes } from './known-numbers.ts'

/** Whom a person can call: what is in the phone system of their own extension, colleagues and contacts. */
export function useDialSources(): NumberSources {
  const { client } = usePortal()
  const { data } = useQuery({
    queryKey: portalKeys.extensions.softphones,
    queryFn: ({ signal }) => client.call('GET /softphones', {}, undefined, { signal }),
  })
  const instanceUuid = data?.[0]?.pbx ?? ''
  return { instanceUuid, routes: useRoutes(instanceUuid), people: internalAndOutside, hasContacts: true }
}

interface DialFieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean
  required?: boolean
  maxLength?: number
  /** A number, or the name that somebody is looking for. */
  value: string
  sources: NumberSources
  onChange: (text: string) => void
  /** Instead of writing the number into the field. */
  onChoose?: (number: FoundNumber) => void
  /** Instead of sending the form. */
  onEnter?: () => void
}

/** A number to call or to write to: typed, or found by the name of the person. */
export function DialField({ value, sources, onChange, onChoose, ...rest }: DialFieldProps) {
  const { client } = usePortal()
  const { instanceUuid = '', people = [], hasContacts = false } = sources
  const search = useSearch(
    portalKeys.extensions.search(instanceUuid, `${people.join()} ${hasContacts}`),
    (text, signal) => (text === '' ? Promise.resolve([]) : findNumbers(client, sources, text, signal)),
  )
  return (
    <SearchField
      {...rest}
      search={search}
      placeholder={p.search.placeholder}
      text={value}
      onType={onChange}
      onChoose={(found) => (onChoose ? onChoose(found) : onChange(found.number))}
    />
  )
}
