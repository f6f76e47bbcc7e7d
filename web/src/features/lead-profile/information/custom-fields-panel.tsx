import { type CustomFieldDefinition, customValueText, readCustomValue, websiteAddress } from '@lead-finder/contracts';
import { memo } from 'react';
import { Card } from 'react-bootstrap';
import { groupsOf, shownValue } from '../../../lib/custom-fields';
import type { LeadAddress } from '../../../lib/lead-address';
import { websiteText } from '../../../lib/links';
import type { UserBusiness } from '../api';
import { VersionedEdit } from './detail-field-panel';

interface CustomFieldsPanelProps {
  lead: LeadAddress;
  userBusiness: UserBusiness;
  fields: readonly CustomFieldDefinition[];
}

/** One card for each group of custom fields (docs/product/custom-fields.md#where-values-appear). */
export const CustomFieldsPanel = memo(function CustomFieldsPanel({ fields, ...lead }: CustomFieldsPanelProps) {
  const { customFields } = lead.userBusiness;
  const shown = fields.filter(({ key, archived }) => !archived || customFields[key] !== undefined);
  return groupsOf(shown).map(({ name, fields: members }) => {
    const title = name ?? 'Details';
    return (
      <Card as="section" key={name ?? ''} className="p-info" aria-label={title}>
        <Card.Header as="h2" className="h3 text-break">
          {title}
        </Card.Header>
        <Card.Body>
          <dl className="lf-facts">
            {members.map((field) => (
              <div key={field.key} className={`lf-fact ${isWide(field) ? 'full' : ''}`.trimEnd()}>
                <dt className="text-break">{field.name}</dt>
                <dd>{field.archived ? <Value {...lead} field={field} /> : <EditedValue {...lead} field={field} />}</dd>
              </div>
            ))}
          </dl>
        </Card.Body>
      </Card>
    );
  });
});

const isWide = ({ type }: CustomFieldDefinition) => ['long_text', 'link', 'several_of'].includes(type);

type FieldProps = Omit<CustomFieldsPanelProps, 'fields'> & { field: CustomFieldDefinition };

function EditedValue({ field, ...lead }: FieldProps) {
  const { key, name, type, options, required } = field;
  const read = (text: string) => readCustomValue(field, text);
  const check = (text: string) => {
    if (text === '') return required ? `${name} is required` : undefined;
    const result = read(text);
    return 'problem' in result ? result.problem : undefined;
  };
  const toValue = (text: string) => {
    const result = read(text);
    return 'value' in result ? result.value : text;
  };
  const choices = type === 'yes_no' ? ['Yes', 'No'] : options.length > 0 ? options : undefined;
  return (
    <VersionedEdit
      {...lead}
      field={key}
      what={name}
      name={name}
      value={customValueText(field, lead.userBusiness.customFields[key])}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' || type === 'currency' ? 'decimal' : undefined}
      lines={type === 'long_text'}
      choices={choices}
      several={type === 'several_of'}
      check={check}
      toValue={toValue}
      shown={(value) => shownValue(field, value)}
    >
      <Value {...lead} field={field} />
    </VersionedEdit>
  );
}

function Value({ field, userBusiness }: FieldProps) {
  const text = shownValue(field, userBusiness.customFields[field.key]);
  if (text === '') return <span className="muted">{field.required ? 'Required' : 'Not set'}</span>;
  const address = field.type === 'link' ? websiteAddress(text) : null;
  if (address) {
    return (
      <a className="cut" href={address} title={text} target="_blank" rel="noopener noreferrer">
        {websiteText(text)}
      </a>
    );
  }
  const isLong = field.type === 'long_text' || field.type === 'several_of';
  return (
    <span className={isLong ? 'lf-written text-break' : 'cut'} title={isLong ? undefined : text}>
      {text}
    </span>
  );
}
