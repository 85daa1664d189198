import type { Menu, NewMenu } from '@switchboard/client/telephony'
import { useState } from 'react'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import type { Draft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { diagramField } from '../numbers/call-diagram.tsx'
import { NumberPicker, numberField } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { UploadedSound } from '../sounds/uploaded-sound.tsx'
import { FieldRows } from './field-rows.tsx'
import styles from './routing.module.css'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#']

export function menuFields(
  instanceUuid: string,
  menu: Menu | undefined,
  onPrompt: () => void,
): FieldSpec<NewMenu>[] {
  const { menus: texts, groups } = p.routing
  return [
    {
      kind: 'other',
      key: 'prompt',
      render: () => <MenuPrompt instanceUuid={instanceUuid} menu={menu} onChanged={onPrompt} />,
    },
    {
      kind: 'other',
      key: 'options',
      render: (draft) => <MenuOptions instanceUuid={instanceUuid} draft={draft} />,
    },
    { kind: 'switch', at: '/direct_dial', label: texts.directDial },
    {
      kind: 'row',
      fields: [
        { kind: 'number', at: '/timeout', label: texts.timeout, unit: groups.seconds },
        { kind: 'number', at: '/tries', label: texts.tries, unit: texts.times },
        numberField('/timeout_destination', { instanceUuid, label: texts.silent, none: p.numbers.ends }),
        numberField('/invalid_destination', { instanceUuid, label: texts.wrong, none: p.numbers.ends }),
      ],
    },
    diagramField(instanceUuid, (draft) => ({
      kind: 'menu',
      number: draft.value('/number'),
      name: draft.value('/name'),
      options: draft.value('/options') ?? [],
      direct_dial: draft.value('/direct_dial') ?? false,
      timeout_destination: draft.value('/timeout_destination') ?? '',
      invalid_destination: draft.value('/invalid_destination') ?? '',
    })),
  ]
}

interface MenuPromptProps {
  instanceUuid: string
  /** none: it is being created */
  menu: Menu | undefined
  onChanged: () => void
}

/** What callers hear in a menu. */
function MenuPrompt({ instanceUuid, menu, onChanged }: MenuPromptProps) {
  const { client } = usePortal()
  const texts = p.routing.menus
  if (!menu) return <p>{texts.promptLater}</p>
  const at = { instance_uuid: instanceUuid, menu_id: menu.id }
  return (
    <fieldset className={styles.rows}>
      <legend>{texts.prompt}</legend>
      <p>{texts.promptHint}</p>
      <UploadedSound
        sound={menu.prompt}
        version={menu.prompt?.id}
        path={`/instances/${instanceUuid}/menus/${menu.id}/prompt`}
        texts={{ ...texts, label: texts.prompt, remove: texts.removePrompt }}
        onUpload={async (form) => {
          await client.call('PUT /instances/{instance_uuid}/menus/{menu_id}/prompt', at, form)
          onChanged()
        }}
        onRemove={async () => {
          await client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}/prompt', at)
          onChanged()
        }}
      />
    </fieldset>
  )
}

/** Which number each key leads to. */
function MenuOptions({ instanceUuid, draft }: { instanceUuid: string; draft: Draft<NewMenu> }) {
  const stored = draft.value('/options') ?? []
  const [options, setOptions] = useState(() => stored.map((option) => ({ key: option.digit, ...option })))
  const { menus } = p.routing
  const next = digits.find((digit) => options.every((one) => one.digit !== digit))
  function change(rows: typeof options) {
    setOptions(rows)
    draft.set(
      '/options',
      rows.map(({ digit, destination }) => ({ digit, destination: destination.trim() })),
    )
  }
  return (
    <FieldRows
      draft={draft}
      at="/options"
      legend={menus.options}
      add={menus.addOption}
      remove={({ digit }) => menus.removeOption(digit)}
      className={styles.option}
      rows={options}
      fresh={next === undefined ? undefined : (key) => ({ key, digit: next, destination: '' })}
      onChange={change}
    >
      {({ digit, destination }, set, at) => (
        <>
          <SelectField
            label={menus.key}
            value={digit}
            onChange={(event) => set({ digit: event.target.value })}
          >
            {digits.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <NumberPicker
            instanceUuid={instanceUuid}
            label={menus.destination}
            error={draft.faultAt(at)}
            value={destination}
            onChange={(number) => set({ destination: number })}
          />
        </>
      )}
    </FieldRows>
  )
}
