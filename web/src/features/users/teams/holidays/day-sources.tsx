import { useRef, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { readCsvHead, UnreadableFileError } from '../../../../lib/csv-head';
import { messageOf } from '../../../../lib/http';
import { FileInput } from '../../../../ui/file-input';
import { Icon } from '../../../../ui/icon';
import { Notice } from '../../../../ui/notice';
import { type Holiday, useHolidayCountries, usePublicHolidays } from './api';
import { daysOfFile } from './holiday-rows.rules';

const size = { bytes: 1_048_576, records: 1_000 };

/** Takes days from the public holidays of a country and year, or from a CSV file. */
export function DaySources({ onDays }: { onDays: (days: Holiday[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const countries = useHolidayCountries();
  const publicHolidays = usePublicHolidays();
  const [country, setCountry] = useState('US');
  const [region, setRegion] = useState('');
  const [year, setYear] = useState(() => String(new Date().getFullYear()));
  const [problem, setProblem] = useState<string>();
  const regions = countries.data?.find(({ code }) => code === country)?.regions ?? [];
  const read = async (file: File) => {
    try {
      const { headers, rows } = await readCsvHead(file, size);
      const { days, problem: wrong } = daysOfFile(headers, rows);
      setProblem(wrong);
      if (!wrong) onDays(days);
    } catch (error) {
      setProblem(error instanceof UnreadableFileError ? error.message : 'The file could not be read.');
    }
  };
  const take = () => {
    setProblem(undefined);
    publicHolidays.mutate(
      { country, region: region || undefined, year },
      {
        onSuccess: onDays,
        onError: (error) => setProblem(messageOf(error, 'The public holidays could not be loaded.')),
      },
    );
  };
  return (
    <fieldset className="lf-day-sources">
      <legend className="form-label full mb-0">Public holidays</legend>
      <Form.Select
        aria-label="Country"
        value={country}
        disabled={!countries.data}
        onChange={({ target }) => {
          setCountry(target.value);
          setRegion('');
        }}
      >
        {!countries.data && <option value="US">United States of America</option>}
        {countries.data?.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Form.Select>
      <Form.Select
        aria-label="Region"
        value={region}
        disabled={regions.length === 0}
        onChange={({ target }) => setRegion(target.value)}
      >
        <option value="">Whole country</option>
        {regions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Form.Select>
      <Form.Control
        aria-label="Year"
        inputMode="numeric"
        value={year}
        onChange={({ target }) => setYear(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          take();
        }}
      />
      <Button variant="outline-secondary" disabled={publicHolidays.isPending} onClick={take}>
        Add these days
      </Button>
      <FileInput ref={input} label="CSV file" accept=".csv,text/csv" onChoose={(file) => void read(file)} />
      <Button variant="outline-secondary" onClick={() => input.current?.click()}>
        <Icon name="filetype-csv" />
        Read a CSV file
      </Button>
      <div className="form-text full">
        Check the days before you save: they come from the library date-holidays. A CSV file has the columns date, as
        2026-12-25, and name.
      </div>
      {problem && (
        <div className="full">
          <Notice kind="danger">{problem}</Notice>
        </div>
      )}
    </fieldset>
  );
}
