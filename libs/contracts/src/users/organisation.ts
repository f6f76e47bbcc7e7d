import { z } from 'zod';
import { adminsOnly, everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { line, nothing } from '../wire.js';

export const organisationForm = z.object({
  name: line(60).min(1, 'Please enter the name of the organisation'),
});
export const organisation = z.object({ name: z.string().nullable() });

export const getOrganisation = defineRequest('users.get-organisation', {
  access: everyRole,
  input: nothing,
  output: organisation,
});
export const setOrganisation = defineRequest('users.set-organisation', {
  access: adminsOnly,
  input: organisationForm,
  output: organisation,
});
