import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './sounds.module.css'

const PATH = '/instances/{instance_uuid}/extensions/{extension_id}/language'
const MAX_TEXT_LENGTH = 1500

type Language = NonNullable<NonNullable<TelephonyBody<'PATCH /company/speech'>>['language']>

/** The language of the company, and whether texts can be spoken. */
function useSpeech() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.speech.company,
    queryFn: ({ signal }) => client.call('GET /company/speech', {}, undefined, { signal }),
  })
}

interface SpokenTextProps {
  /** what callers hear now */
  initial: string
  busy: boolean
  onSpeak: (text: string) => Promise<unknown>
}

/** A text that is spoken instead of an uploaded file. It may be inside a form, so that it is none. */
export function SpokenText({ initial, busy, onSpeak }: SpokenTextProps) {
  const { data } = useSpeech()
  const [text, setText] = useState(initial)
  if (!data) return null
  const texts = p.company.speech
  if (!data.is_installed) return <Notice>{texts.missing(data.detail)}</Notice>
  return (
    <div className={styles.spoken}>
      <TextArea
        label={texts.text}
        hint={texts.textHint}
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        onChange={({ target: { value } }) => setText(value)}
      />
      <Button size="small" busy={busy} disabled={text.trim() === ''} onClick={() => void onSpeak(text)}>
        {texts.speak}
      </Button>
    </div>
  )
}

/** The language of what callers hear. For owners and administrators. */
export function SpeechCard() {
  const { client } = usePortal()
  const queries = useQueryClient()
  const { data } = useSpeech()
  if (!data) return null
  const change = async (language: Language) =>
    queries.setQueryData(
      portalKeys.speech.company,
      await client.call('PATCH /company/speech', {}, { language }),
    )
  const texts = p.company.speech
  return (
    <Card title={texts.title}>
      {!data.is_installed && <Notice>{texts.missing(data.detail)}</Notice>}
      <LanguageField hint={texts.hint} value={data.language} onChange={(language) => change(language!)} />
    </Card>
  )
}

/** The language of what callers of an extension hear. */
export function OwnLanguage(at: { instanceUuid: string; extensionId: string }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const path = { instance_uuid: at.instanceUuid, extension_id: at.extensionId }
  const key = portalKeys.speech.language(at.extensionId)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.call(`GET ${PATH}`, path, undefined, { signal }),
  })
  if (!data) return null
  const change = async (language: Language | null) =>
    queries.setQueryData(key, await client.call(`PUT ${PATH}`, path, { language }))
  return (
    <LanguageField
      hint={p.company.speech.ownHint}
      value={data.language}
      onChange={change}
      none={p.company.speech.ofCompany}
    />
  )
}

interface LanguageFieldProps {
  hint: string
  value: Language | null
  /** the choice of no language */
  none?: string
  onChange: (language: Language | null) => Promise<unknown>
}

function LanguageField({ hint, value, none, onChange }: LanguageFieldProps) {
  const { data } = useSpeech()
  async function change(language: string) {
    try {
      await onChange(language === '' ? null : (language as Language))
      showToast(t.ui.saved)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'danger')
    }
  }
  return (
    <SelectField
      label={p.company.speech.language}
      hint={hint}
      value={value ?? ''}
      onChange={({ target }) => void change(target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {data?.languages.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
