import type { Holiday, HolidayCountry, HolidayList, holidayListForm, HolidayListRecord } from '@lead-finder/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { request } from '../../../../lib/http';
import { addressOf } from '../../../../lib/query-client';
import { useToast } from '../../../../ui/toasts';
import { failureText, useUserChange } from '../../api';

const listsKey = '/api/holiday-lists';

export type { Holiday, HolidayList, HolidayListRecord };
export type HolidayListForm = z.output<typeof holidayListForm>;

export const useHolidayLists = () => useQuery<HolidayListRecord[]>({ queryKey: [listsKey] });

/** Reads a list to edit it. A list that is read again meanwhile must not replace what the user types. */
export function useOpenHolidayList() {
  const toast = useToast();
  return useMutation({
    mutationFn: (id: number) => request<HolidayList>('GET', `${listsKey}/${id}`),
    onError: (error) => toast.error('Error', failureText(error, 'The holidays could not be loaded'), error),
  });
}

export const useSaveHolidayList = (present: HolidayList | undefined) =>
  useUserChange('Failed to save the holidays', (form: HolidayListForm) =>
    present
      ? request<HolidayList>('PUT', `${listsKey}/${present.id}`, { ...form, version: present.version })
      : request<HolidayList>('POST', listsKey, form),
  );

export const useRemoveHolidayList = () =>
  useUserChange('Failed to remove the list', (id: number) => request<void>('DELETE', `${listsKey}/${id}`));

export const useHolidayCountries = () =>
  useQuery<HolidayCountry[]>({ queryKey: ['/api/public-holidays/countries'], staleTime: Infinity });

export const usePublicHolidays = () =>
  useMutation({
    mutationFn: (asked: { country: string; region: string | undefined; year: string }) =>
      request<Holiday[]>('GET', addressOf(['/api/public-holidays', asked])),
  });
