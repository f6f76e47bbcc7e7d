import type { Actor, FoundLead } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Owners } from '../lead/lead.policy.js';
import { owners } from '../list/lead-filter.rules.js';
import { LeadListViews } from '../list/lead-list.views.js';
import { LeadsByPhoneViews } from '../list/leads-by-phone.views.js';
import { matchOf, searchedColumns, type SearchedLead } from './lead-texts.rules.js';
import { nearWords, swapsOf } from './near-words.rules.js';
import {
  indexQuery,
  bareNumber,
  isPhoneNumber,
  maxKnownWords,
  ownerWord,
  pairQuery,
  scannedTexts,
  searchTerms,
  type KnownWords,
  type SearchTerms,
} from './search-words.rules.js';

const maxLeads = 6;
/** A frequent word is found among the leads that were worked on last, a rare one by the index of words. */
const scannedLeads = 5_000;
const maxCandidates = 2_000;
/** The index takes too long for words that are all more frequent. */
const maxIndexedLeads = 50_000;
const maxSimilarWords = 30;
const maxNearWords = 5;
/** The share of common trigrams that a word with one wrong letter has at least. */
const minSimilarity = '0.4';
const byWork = 'worked_at desc nulls last, lead_id desc';

interface Found {
  ids: number[];
  isComplete: boolean;
}

const isOfMany = (whose: Owners) => whose === 'all' || whose.length > 1;
/** SQL for a word list that has one of the texts of each term, which are the parameters from `$first` on. */
const hasAll = (texts: readonly string[][], first: number) => {
  let next = first;
  return texts.map((each) => `(${each.map(() => `strpos(word_list, $${next++}) > 0`).join(' or ')})`).join(' and ');
};
const anyOwner = (users: readonly number[]) => `(${users.map((id) => `'${ownerWord(id)}'`).join(' | ')})`;

const ofEachUser = (leads: string) => `unnest($1::bigint[]) as owner cross join lateral (${leads}) as lead`;

/** SQL for the first matches among the first `max` leads of each user. */
const idsOfUsers = (matches: string, max: number) =>
  `select lead_id from ${ofEachUser(`select * from lead_search where user_id = owner order by ${byWork} limit ${max}`)}
   where ${matches} order by ${byWork} limit ${maxLeads}`;

/** The same for all leads. The index has only leads that a user worked on, so the others are read by their ids. */
const idsOfAll = (matches: string, max: number) => `
  with worked as materialized (
    select lead_id, worked_at
    from (select * from lead_search where worked_at is not null order by worked_at desc, lead_id desc limit ${max}) as recent
    where ${matches} order by worked_at desc, lead_id desc limit ${maxLeads}
  ), others as (
    select lead_id, worked_at
    from (
      select * from lead_search where worked_at is null order by lead_id desc
      limit ${max} - (select count(*) from (select from lead_search where worked_at is not null limit ${max}) as recent)
    ) as newest
    where ${matches} order by lead_id desc limit ${maxLeads} - (select count(*) from worked)
  )
  select lead_id from (select * from worked union all select * from others) as lead order by ${byWork}`;

/** Finds leads by everything that is written about them (docs/product/lead-list.md#find-anything). */
@Injectable()
export class FindLeadsViews {
  constructor(
    private readonly database: Database,
    private readonly lists: LeadListViews,
    private readonly byPhone: LeadsByPhoneViews,
  ) {}

  async find(text: string, actor: Actor): Promise<FoundLead[]> {
    const q = bareNumber(text);
    const whose = owners({ scope: 'all', sort: 'newest' }, actor);
    const terms = searchTerms(q);
    if (isPhoneNumber(q)) {
      const ofNumber = await this.byPhone.find(q, actor);
      if (ofNumber.length > 0) return this.withMatches(ofNumber, terms);
    }
    if (terms.length === 0) return [];
    const exact = await this.idsOf(terms, whose);
    if (exact.length > 0) return this.records(exact, terms, whose);
    const corrected = await this.corrected(terms);
    return this.records(await this.idsOf(corrected, whose), corrected, whose);
  }

  private async records(ids: readonly number[], terms: SearchTerms, whose: Owners): Promise<FoundLead[]> {
    return ids.length === 0 ? [] : this.withMatches(await this.lists.records(ids, whose), terms);
  }

  private async withMatches(leads: Omit<FoundLead, 'match'>[], terms: SearchTerms): Promise<FoundLead[]> {
    const rows = await this.database.prepared<SearchedLead & { id: number }>(
      `select u.id, ${searchedColumns} from user_businesses u join businesses b on b.id = u.business_id
       where u.id = any ($1)`,
      [leads.map(({ userBusiness }) => userBusiness.id)],
    );
    const texts = new Map(rows.map((row) => [row.id, row]));
    return leads.map((lead) => {
      const searched = texts.get(lead.userBusiness.id);
      return { ...lead, match: searched ? matchOf(searched, terms) : null };
    });
  }

  private async idsOf(terms: SearchTerms, whose: Owners): Promise<number[]> {
    const found = new Set<number>();
    for (const step of await this.steps(terms, whose)) {
      const { ids, isComplete } = await step();
      if (isComplete) return ids;
      for (const id of ids) found.add(id);
      if (found.size >= maxLeads) break;
    }
    return [...found].slice(0, maxLeads);
  }

  /** Returns how to search, the fastest way first. Each finds some of the leads, or says that it is complete. */
  private async steps(terms: SearchTerms, whose: Owners): Promise<(() => Promise<Found>)[]> {
    const { known, total } = await this.knownWords(terms.flat());
    const indexed = indexQuery(terms, known, maxCandidates, total);
    if (!indexed) return [];
    const texts = scannedTexts(terms);
    const candidates = async (words: string, isExact: boolean) => {
      const { ids, isComplete } = await this.candidates(words, texts, whose);
      return { ids, isComplete: isComplete && isExact };
    };
    const scan = () => this.scanned(texts, whose);
    const index = () => candidates(indexed.query, indexed.isExact);
    if (indexed.isRare || (indexed.isFast && isOfMany(whose))) return [index, scan];
    const words = pairQuery(terms);
    const pair = words ? [() => candidates(words, false)] : [];
    const isSlow = isOfMany(whose) && indexed.leads > maxIndexedLeads;
    const isFrequent = !isOfMany(whose) || indexed.share * scannedLeads >= maxLeads;
    return isFrequent ? [scan, ...pair, ...(isSlow ? [] : [index])] : [...pair, isSlow ? scan : index];
  }

  /** Reads leads that the index has for `words`, and of these the ones with all terms. Complete if it read all. */
  private async candidates(words: string, texts: string[][], whose: Owners): Promise<Found> {
    const owned = whose === 'all' ? '' : ` & ${anyOwner(whose)}`;
    const [found] = await this.database.query<Found>(
      `with candidates as materialized (
         select lead_id, worked_at, word_list from lead_search
         where indexed_words(word_list, user_id) @@ $1::tsquery limit ${maxCandidates}
       )
       select array(
         select lead_id from candidates where ${hasAll(texts, 2)} order by ${byWork} limit ${maxLeads}
       ) as ids, (select count(*) from candidates) < ${maxCandidates} as "isComplete"`,
      [words + owned, ...texts.flat()],
    );
    return found!;
  }

  /** Reads the leads that were worked on last, of each user alike. Complete if there are enough of them, or no others. */
  private async scanned(texts: string[][], whose: Owners): Promise<Found> {
    const max = whose === 'all' ? scannedLeads : Math.max(maxLeads, Math.ceil(scannedLeads / whose.length));
    const [ids, more] =
      whose === 'all'
        ? [idsOfAll(hasAll(texts, 1), max), `(select from lead_search limit 1 offset ${max}) as lead`]
        : [
            idsOfUsers(hasAll(texts, 2), max),
            ofEachUser(`select from lead_search where user_id = owner limit 1 offset ${max}`),
          ];
    const [found] = await this.database.query<Found>(
      `select ids, cardinality(ids) = ${maxLeads} or not exists (select from ${more}) as "isComplete"
       from (select array(${ids}) as ids) as found`,
      whose === 'all' ? texts.flat() : [whose, ...texts.flat()],
    );
    return found!;
  }

  private async knownWords(typed: string[]): Promise<{ known: KnownWords; total: number }> {
    const rows = await this.database.prepared<{
      typed: string;
      words: { word: string; leads: number }[];
      total: number;
    }>(
      `select typed, array(
         select json_build_object('word', word, 'leads', leads) from lead_words
         where word >= typed collate "C" and word < (typed || chr(1114111)) collate "C"
         order by word limit ${maxKnownWords + 1}
       ) as words, (select greatest(reltuples, 0) from pg_class where oid = 'lead_search'::regclass) as total
       from unnest($1::text[]) as typed`,
      [typed],
    );
    return { known: new Map(rows.map(({ typed, words }) => [typed, words])), total: rows[0]?.total ?? 0 };
  }

  /** Adds to each word the words of leads that contain it or that it may be a typing error of. */
  private async corrected(terms: SearchTerms): Promise<SearchTerms> {
    const typed = terms.flat();
    // The join sets the threshold before the first word is compared, and for this statement alone.
    const similar = await this.database.query<{ typed: string; known: string[]; swapped: string[] }>(
      `with threshold as materialized (
         select set_config('pg_trgm.word_similarity_threshold', '${minSimilarity}', true)
       )
       select typed, array(
         select word from lead_words
         where length(word) between 4 and 16 and (word %> typed or word like '%' || typed || '%')
         order by word_similarity(typed, word) desc, leads desc limit ${maxSimilarWords}
       ) as known, array(select word from lead_words where word = any ($2)) as swapped
       from threshold, unnest($1::text[]) as typed where length(typed) >= 3`,
      [typed, typed.flatMap(swapsOf)],
    );
    const known = new Map(similar.map((row) => [row.typed, [...row.swapped, ...row.known]]));
    const near = (word: string) => nearWords(word, [...new Set(known.get(word))], maxNearWords);
    return terms.map((words) => [...new Set(words.flatMap((word) => [word, ...near(word)]))]);
  }
}
