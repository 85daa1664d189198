import type { CustomProfileField } from '@switchboard/client/chat'
import { Plus, TextCursorInput, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { RowButtons } from '../row-buttons.tsx'
import { type FieldChoice, type FieldType, fieldTypeOf, fieldTypes, readChoices } from './field-types.ts'
import { OrderButtons } from './order-buttons.tsx'

export function ProfileFieldsTab() {
  const fields = useChat((state) => state.profileFields)
  const [edited, setEdited] = useState<CustomProfileField | 'new'>()
  const [deleted, setDeleted] = useState<CustomProfileField>()
  const texts = t.organization.fields
  const sorted = [...fields].sort((one, other) => one.order - other.order)
  const add = (
    <Button look="primary" icon={<Plus />} onClick={() => setEdited('new')}>
      {texts.create}
    </Button>
  )
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={sorted.length > 0 && add}>
      {sorted.length === 0 ? (
        <EmptyState icon={<TextCursorInput />} title={texts.none} action={add}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <Table label={texts.title} headings={[texts.order, texts.name, texts.type, texts.hint, '']}>
          {sorted.map((field, index) => (
            <tr key={field.id}>
              <td>
                <OrderButtons
                  name={field.name}
                  index={index}
                  ids={sorted.map(({ id }) => id)}
                  onOrder={(order) => callChat('PATCH /realm/profile_fields', { order })}
                />
              </td>
              <td>{field.name}</td>
              <td>{texts.types[fieldTypeOf(field.type)]}</td>
              <td>{field.hint}</td>
              <td>
                <RowButtons
                  name={field.name}
                  onEdit={() => setEdited(field)}
                  onDelete={() => setDeleted(field)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {edited && (
        <ProfileFieldDialog
          field={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={texts.deleteTitle(deleted.name)}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /realm/profile_fields/{field_id}', { field_id: deleted.id })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

/** A new field, or another name, hint and choices for one. The type of a field stays. */
function ProfileFieldDialog({
  field,
  onClose,
}: {
  field: CustomProfileField | undefined
  onClose: () => void
}) {
  const [draft, setDraft] = useState(() => draftOf(field))
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.fields
  const set = (change: Partial<FieldDraft>) => setDraft((last) => ({ ...last, ...change }))
  async function save(event: FormEvent) {
    event.preventDefault()
    const data = fieldDataOf(draft)
    const input = { name: draft.name, hint: draft.hint, ...(data && { field_data: data }) }
    const done = await submit.run(() =>
      field
        ? callChat('PATCH /realm/profile_fields/{field_id}', { field_id: field.id, ...input })
        : callChat('POST /realm/profile_fields', { field_type: fieldTypes[draft.type], ...input }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={field ? texts.editTitle(field.name) : texts.create}
      onClose={onClose}
      actions={
        <FormActions
          form={form}
          submit={field ? t.ui.save : t.ui.create}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <SelectField
          label={texts.type}
          value={draft.type}
          disabled={field !== undefined}
          onChange={(event) => set({ type: event.target.value as FieldType })}
        >
          {(Object.keys(fieldTypes) as FieldType[]).map((type) => (
            <option key={type} value={type}>
              {texts.types[type]}
            </option>
          ))}
        </SelectField>
        {draft.type === 'account' && <AccountFields draft={draft} onChange={set} />}
        <TextField
          label={texts.name}
          maxLength={40}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={texts.hint}
          hint={texts.hintHint}
          maxLength={80}
          value={draft.hint}
          onChange={(event) => set({ hint: event.target.value })}
        />
        {draft.type === 'choice' && (
          <ChoiceEditor choices={draft.choices} onChange={(choices) => set({ choices })} />
        )}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}

/** Where an external account is: at a service that the server knows, or at any address. */
function AccountFields({
  draft,
  onChange,
}: {
  draft: FieldDraft
  onChange: (change: Partial<FieldDraft>) => void
}) {
  const known = useChat((state) => state.realm.default_external_accounts)
  const texts = t.organization.fields
  function choose(service: string) {
    const name = known[service]?.name
    onChange({ service, ...(draft.name === '' && name && { name }) })
  }
  return (
    <>
      <SelectField
        label={texts.service}
        value={draft.service}
        onChange={(event) => choose(event.target.value)}
      >
        {Object.entries(known).map(([service, { name }]) => (
          <option key={service} value={service}>
            {name}
          </option>
        ))}
        <option value="custom">{texts.otherService}</option>
      </SelectField>
      {draft.service === 'custom' && (
        <TextField
          label={texts.pattern}
          hint={texts.patternHint}
          placeholder="https://example.com/%(username)s"
          value={draft.pattern}
          onChange={(event) => onChange({ pattern: event.target.value })}
        />
      )}
    </>
  )
}

/** The options of a choice. Their keys stay, so that a renamed option is still the same. */
function ChoiceEditor({
  choices,
  onChange,
}: {
  choices: readonly FieldChoice[]
  onChange: (choices: FieldChoice[]) => void
}) {
  const texts = t.organization.fields
  function add() {
    const last = Math.max(-1, ...choices.map(({ key }) => Number(key)).filter(Number.isFinite))
    onChange([...choices, { key: String(last + 1), text: '' }])
  }
  return (
    <fieldset className={styles.group}>
      <legend>{texts.options}</legend>
      {choices.map((choice, index) => (
        <div key={choice.key} className={styles.line}>
          <div className={styles.grow}>
            <TextField
              label={texts.option(index + 1)}
              hideLabel
              placeholder={texts.option(index + 1)}
              value={choice.text}
              onChange={(event) =>
                onChange(
                  choices.map((one) => (one.key === choice.key ? { ...one, text: event.target.value } : one)),
                )
              }
            />
          </div>
          <IconButton
            label={texts.removeOption(index + 1)}
            onClick={() => onChange(choices.filter((one) => one.key !== choice.key))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <div className={styles.line}>
        <Button size="small" icon={<Plus />} onClick={add}>
          {texts.addOption}
        </Button>
      </div>
    </fieldset>
  )
}

/** A profile field that is being edited. */
interface FieldDraft {
  type: FieldType
  name: string
  hint: string
  choices: FieldChoice[]
  /** of an external account: a known service or `custom` */
  service: string
  pattern: string
}

function draftOf(field: CustomProfileField | undefined): FieldDraft {
  const type = field ? fieldTypeOf(field.type) : 'shortText'
  const account = type === 'account' && field ? (JSON.parse(field.field_data) as Record<string, string>) : {}
  return {
    type,
    name: field?.name ?? '',
    hint: field?.hint ?? '',
    choices: type === 'choice' ? readChoices(field?.field_data ?? '') : [{ key: '0', text: '' }],
    service: account.subtype ?? 'custom',
    pattern: account.url_pattern ?? '',
  }
}

/** The field_data of the API; undefined for types that have none. */
function fieldDataOf(draft: FieldDraft): Record<string, unknown> | undefined {
  if (draft.type === 'choice') {
    const filled = draft.choices.filter(({ text }) => text.trim() !== '')
    return Object.fromEntries(
      filled.map(({ key, text }, index) => [key, { text: text.trim(), order: String(index + 1) }]),
    )
  }
  if (draft.type !== 'account') return undefined
  const { service, pattern } = draft
  return service === 'custom' ? { subtype: service, url_pattern: pattern.trim() } : { subtype: service }
}
