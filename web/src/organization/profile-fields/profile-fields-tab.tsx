import type { CustomProfileField } from '@switchboard/client/chat'
import { Plus, TextCursorInput, X } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import type { ChatState } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { editAndDelete } from '../../resource/edit-and-delete.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import type { Draft } from '../../resource/use-draft.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import { type FieldChoice, type FieldType, fieldTypeOf, fieldTypes, readChoices } from './field-types.ts'
import { orderColumn } from './order-buttons.tsx'

export function ProfileFieldsTab() {
  const fields = useChat((state) => state.profileFields)
  const known = useChat((state) => state.realm.default_external_accounts)
  const texts = o.fields
  const sorted = [...fields].sort((one, other) => one.order - other.order)
  const resource: Resource<CustomProfileField, FieldDraft> = {
    title: texts.title,
    intro: texts.intro,
    items: sorted,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { icon: <TextCursorInput />, title: texts.none, hint: texts.noneHint },
    columns: [
      orderColumn(
        texts.order,
        sorted,
        ({ name }) => name,
        (order) => callChat('PATCH /realm/profile_fields', { order }),
      ),
      { heading: texts.name, cell: ({ name }) => name },
      { heading: texts.type, cell: ({ type }) => texts.types[fieldTypeOf(type)] },
      { heading: texts.hint, cell: ({ hint }) => hint },
    ],
    actions: ({ name }, open) => editAndDelete(name, open),
    create: { label: texts.create, icon: <Plus /> },
    form: {
      title: (field) => (field ? texts.editTitle(field.name) : texts.create),
      saved: null,
      fields: (draft, field) => profileFields(draft, field, known),
      create: {
        fresh: draftOf(undefined),
        save: (draft) =>
          callChat('POST /realm/profile_fields', { field_type: fieldTypes[draft.type], ...inputOf(draft) }),
      },
      change: {
        storedOf: draftOf,
        save: ({ id }, _, draft) =>
          callChat('PATCH /realm/profile_fields/{field_id}', { field_id: id, ...inputOf(draft) }),
      },
    },
    remove: {
      title: ({ name }) => texts.deleteTitle(name),
      text: () => texts.deleteHint,
      run: ({ id }) => callChat('DELETE /realm/profile_fields/{field_id}', { field_id: id }),
    },
  }
  return <ResourceList resource={resource} />
}

/** The type of a field stays. */
function profileFields(
  draft: Draft<FieldDraft>,
  field: CustomProfileField | undefined,
  known: ChatState['realm']['default_external_accounts'],
): FieldSpec<FieldDraft>[] {
  const texts = o.fields
  const type = draft.value('/type')
  const accountFields: FieldSpec<FieldDraft>[] = [
    { kind: 'other', key: 'service', render: () => <ServiceField draft={draft} known={known} /> },
    ...(draft.value('/service') === 'custom'
      ? [
          {
            at: '/pattern' as const,
            label: texts.pattern,
            hint: texts.patternHint,
            placeholder: 'https://example.com/%(username)s',
          },
        ]
      : []),
  ]
  return [
    {
      kind: 'select',
      at: '/type',
      label: texts.type,
      disabled: field !== undefined,
      options: (Object.keys(fieldTypes) as FieldType[]).map((value) => ({ value, text: texts.types[value] })),
    },
    ...(type === 'account' ? accountFields : []),
    { at: '/name', label: texts.name, maxLength: 40 },
    { at: '/hint', label: texts.hint, hint: texts.hintHint, maxLength: 80 },
    ...(type === 'choice'
      ? [{ kind: 'other' as const, key: 'choices', render: () => <ChoiceEditor draft={draft} /> }]
      : []),
    { kind: 'switch', at: '/required', label: texts.required },
    { kind: 'switch', at: '/editable', label: texts.editable, hint: texts.editableHint },
  ]
}

interface ServiceFieldProps {
  draft: Draft<FieldDraft>
  known: ChatState['realm']['default_external_accounts']
}

/** Where an external account is: at a service that the server knows, or at any address. */
function ServiceField({ draft, known }: ServiceFieldProps) {
  const texts = o.fields
  function choose(service: string) {
    draft.set('/service', service)
    const name = known[service]?.name
    if (draft.text('/name') === '' && name) draft.set('/name', name)
  }
  return (
    <SelectField
      label={texts.service}
      value={draft.text('/service')}
      onChange={(event) => choose(event.target.value)}
    >
      {Object.entries(known).map(([service, { name }]) => (
        <option key={service} value={service}>
          {name}
        </option>
      ))}
      <option value="custom">{texts.otherService}</option>
    </SelectField>
  )
}

/** The options of a choice. Their keys stay, so that a renamed option is still the same. */
function ChoiceEditor({ draft }: { draft: Draft<FieldDraft> }) {
  const choices = draft.value('/choices')
  const onChange = (next: FieldChoice[]) => draft.set('/choices', next)
  const texts = o.fields
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
  required: boolean
  editable: boolean
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
    required: field?.required ?? false,
    editable: field?.editable_by_user ?? true,
  }
}

function inputOf(draft: FieldDraft) {
  const data = fieldDataOf(draft)
  const { name, hint, required, editable: editable_by_user } = draft
  return { name, hint, required, editable_by_user, ...(data && { field_data: data }) }
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
