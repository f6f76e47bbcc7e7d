import { maxSamlBytes } from '@lead-finder/contracts';
import { useId, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { useFormContext } from 'react-hook-form';
import { formatDate } from '../../../lib/dates';
import { HttpError, messageOf } from '../../../lib/http';
import { FileInput } from '../../../ui/file-input';
import { Notice } from '../../../ui/notice';
import { ButtonSpinner } from '../../../ui/spinner';
import { fieldProps, TextField } from '../../../ui/text-field';
import { useReadMetadata } from './api';
import type { ProviderFields } from './provider-fields.rules';

const unreadable = 'The metadata could not be read.';

/** What a SAML provider needs: read from its metadata, or typed. */
export function SamlFields() {
  const { register, formState } = useFormContext<ProviderFields>();
  const { errors } = formState;
  const certificatesId = useId();
  const certificates = fieldProps(certificatesId, {
    error: errors.certificates?.message,
    hint: 'With the lines BEGIN and END. Paste the next one below while the provider changes it.',
  });
  return (
    <>
      <MetadataFields />
      <TextField
        {...register('issuer')}
        label="Entity ID of the provider"
        hint="Leave it empty until you know it: the provider often asks for our addresses first."
        error={errors.issuer?.message}
      />
      <TextField
        {...register('signInAddress')}
        label="Sign-in address of the provider"
        hint="Also called SSO address or login address, for the binding HTTP-Redirect."
        error={errors.signInAddress?.message}
        inputMode="url"
      />
      <div className="mb-3">
        <label className="form-label" htmlFor={certificatesId}>
          Certificates
        </label>
        <textarea rows={4} spellCheck={false} {...register('certificates')} {...certificates.input} />
        {certificates.problem}
        {certificates.advice}
      </div>
    </>
  );
}

/** Fills the fields below from the provider's metadata: pasted, from a file, or from an address. */
function MetadataFields() {
  const { setValue } = useFormContext<ProviderFields>();
  const [xml, setXml] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const read = useReadMetadata();
  const xmlId = useId();
  const input = useRef<HTMLInputElement>(null);
  const fill = (source: { xml?: string; address?: string }) => {
    setProblem(undefined);
    read.mutate(source, {
      onSuccess: ({ issuer, signInAddress, certificates }) => {
        setValue('issuer', issuer, { shouldDirty: true });
        setValue('signInAddress', signInAddress, { shouldDirty: true });
        setValue('certificates', certificates.join(''), { shouldDirty: true });
      },
      onError: (error) =>
        setProblem((error instanceof HttpError && error.issues[0]?.message) || messageOf(error, unreadable)),
    });
  };
  const readFile = async (file: File) => {
    try {
      // The server refuses what is larger, with a sentence.
      const text = new TextDecoder().decode(await file.slice(0, maxSamlBytes + 1).arrayBuffer());
      setXml(text);
      fill({ xml: text });
    } catch {
      setProblem(unreadable);
    }
  };
  return (
    <fieldset className="mb-3">
      <legend className="h6">Metadata of the provider</legend>
      <label className="form-label" htmlFor={xmlId}>
        Metadata XML
      </label>
      <textarea
        id={xmlId}
        className="form-control mb-2"
        rows={3}
        spellCheck={false}
        value={xml}
        onChange={({ target }) => setXml(target.value)}
      />
      <FileInput
        ref={input}
        label="Metadata file"
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        onChoose={(file) => void readFile(file)}
      />
      <Button variant="outline-secondary" size="sm" className="mb-3" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <TextField
        label="Or its address"
        inputMode="url"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          fill({ address });
        }}
      />
      <Button
        variant="outline-secondary"
        size="sm"
        disabled={read.isPending || (xml.trim() === '' && address.trim() === '')}
        onClick={() => fill(xml.trim() === '' ? { address } : { xml })}
      >
        {read.isPending && <ButtonSpinner />}
        Read metadata
      </Button>
      <div aria-live="polite" className="mt-2">
        {problem && (
          <Notice kind="danger" icon="exclamation-triangle">
            {problem}
          </Notice>
        )}
        {read.data && !problem && (
          <p className="form-text mb-0">
            The metadata is read. Its certificates end on {read.data.certificatesEnd.map(formatDate).join(' and ')}.
          </p>
        )}
      </div>
    </fieldset>
  );
}
