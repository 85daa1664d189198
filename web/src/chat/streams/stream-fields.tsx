import { t } from '../../texts/texts.ts'
import { CheckField, TextArea, TextField } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { useChat } from '../state/workspace.ts'
import { RetentionField } from './retention-field.tsx'
import { type Privacy, privacies, privacyText } from './stream-privacy.ts'

export interface StreamDraft {
  name: string
  description: string
  privacy: Privacy
  announcementOnly: boolean
  /** null: as in the organization; -1: messages are never deleted */
  retentionDays: number | null
}

interface StreamFieldsProps {
  draft: StreamDraft
  nameError?: string | undefined
  /** Administrators decide this; for private streams, only subscribed ones. */
  mayChangePrivacy?: boolean
  onChange: (part: Partial<StreamDraft>) => void
}

/** What a stream is made of, for a new one and for one that is changed. */
export function StreamFields({ draft, nameError, mayChangePrivacy = true, onChange }: StreamFieldsProps) {
  const longestName = useChat((state) => state.realm.stream_name_max_length)
  const longestText = useChat((state) => state.realm.stream_description_max_length)
  const isAdmin = useChat((state) => state.me.isAdmin)
  return (
    <>
      <TextField
        label={t.streams.name}
        hint={t.streams.nameHint}
        required
        autoComplete="off"
        maxLength={longestName}
        value={draft.name}
        error={nameError}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t.streams.description}
        hint={t.streams.descriptionHint}
        rows={2}
        maxLength={longestText}
        value={draft.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      {mayChangePrivacy && (
        <RadioGroup
          label={t.streams.privacy}
          value={draft.privacy}
          choices={privacies.map((value) => ({
            value,
            label: t.streams.privacies[value],
            hint: privacyText(value),
          }))}
          onChange={(privacy) => onChange({ privacy })}
        />
      )}
      {isAdmin && (
        <>
          <CheckField
            label={t.streams.posting}
            checked={draft.announcementOnly}
            onChange={(event) => onChange({ announcementOnly: event.target.checked })}
          />
          <RetentionField
            label={t.streams.retention.label}
            inherited
            days={draft.retentionDays}
            onChange={(retentionDays) => onChange({ retentionDays })}
          />
        </>
      )}
    </>
  )
}
