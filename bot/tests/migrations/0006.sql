-- What a club may have kept whose moves no longer name their events.
INSERT INTO setting VALUES ('seed', '7');
INSERT INTO person VALUES
    (1, 'test:alice', 'Alice', '{"zone":"Europe/Berlin","letters":"german"}'), (2, 'test:bob', 'Bob', '{}');
INSERT INTO room VALUES (1, 'test:hall', '{"games":["chess","bird"]}', NULL);
INSERT INTO event VALUES ('event 1', 1772366400000), ('event 2', 1772366460000);
INSERT INTO challenge VALUES
    (1, 1, 1, 2, 'chess', 'white', NULL, 'accepted', 1772366400000, 1772971200000, '{"hints":true,"rated":false}'),
    (3, 1, 2, NULL, 'bird', 'random', NULL, 'open', 1772366400000, 1772971200000, '{"hints":true,"rated":false}');
INSERT INTO game VALUES (1, 1, 'chess', 1, 2, 0, 1772366400000, 1772366400000, '1-0', 'resignation', 1772366400000);
INSERT INTO challenge VALUES (2, 1, 2, 1, 'chess', 'white', 1, 'accepted', 1772366400000, 1772971200000, '{"hints":true,"rated":false,"timing":{"control":{"days":3},"weekends_off":true,"vacation_days":14,"flag":"by_claim"}}');
INSERT INTO game VALUES (2, 1, 'chess', 2, 1, 2, 1772366400000, 1772366460000, NULL, NULL, NULL);
INSERT INTO move VALUES (2, 0, 'e2e4', 'e4', 1772366400000, 259200000), (2, 1, 'e7e5', 'e5', 1772366460000, 259140000);
INSERT INTO offer VALUES (2, 'draw', 'black', 1772366460000);
INSERT INTO outbox VALUES (5, '{"room":"test:hall","private_to":null,"in_reply_to":null,"about":2,"text":[{"plain":"Hello."}],"ping":null,"board":null,"attachments":[],"actions":[],"outbox":null}', 1772366460000);
INSERT INTO rating VALUES (1, 'chess', 1662.3, 290.2, 0.06, 1772366400000), (2, 'chess', 1337.7, 290.2, 0.06, 1772366400000);
INSERT INTO rating_change VALUES
    (1, 1, 'white', 1500, 350, 0.06, 1662.3, 290.2, 0.06), (2, 1, 'black', 1500, 350, 0.06, 1337.7, 290.2, 0.06);
INSERT INTO block VALUES (1, 2, 1772366400000);
INSERT INTO mute VALUES (1, 2, NULL, 1);
INSERT INTO study VALUES (4, 2, 'hint', 2, 1, 'event 3', 1772366460000);
INSERT INTO hint VALUES (2, 2, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2', 'white', 1, NULL, 1772366460000);
INSERT INTO judgement VALUES (2, 1, -35);
INSERT INTO review VALUES (1, '[{"ply":0,"better":"e2e4","before":"level","after":{"mated":3}}]', 1772366400000);
INSERT INTO clock VALUES (2, 259200000, 259200000, 1772366460000, 'UTC', 1772712060000, 1772560860000);
INSERT INTO vacation VALUES (1, 1772366460000, 1772452860000);
INSERT INTO conditional VALUES (2, 'black', 0, '["Nf3","Nc6"]');
