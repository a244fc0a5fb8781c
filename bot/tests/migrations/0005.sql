-- What a club with settings, rules of rooms and ratings may have kept.
INSERT INTO setting VALUES ('seed', '7');
INSERT INTO person VALUES
    (1, 'test:alice', 'Alice', '{"zone":"Europe/Berlin","letters":"german"}'), (2, 'test:bob', 'Bob', '{}');
INSERT INTO room VALUES (1, 'test:hall', '{"games":["chess","bird"]}', NULL);
INSERT INTO event VALUES ('event 1', 1772366400000), ('event 2', 1772366460000);
INSERT INTO challenge VALUES
    (1, 1, 1, 2, 'chess', 'white', NULL, 'accepted', 1772366400000, 1772971200000, '{"hints":true,"rated":false}'),
    (3, 1, 2, NULL, 'bird', 'random', NULL, 'open', 1772366400000, 1772971200000, '{"hints":true,"rated":false}');
INSERT INTO game VALUES (1, 1, 'chess', 1, 2, 0, 1772366400000, 1772366400000, '1-0', 'resignation', 1772366400000);
INSERT INTO challenge VALUES (2, 1, 2, 1, 'chess', 'white', 1, 'accepted', 1772366400000, 1772971200000, '{"hints":true,"rated":false}');
INSERT INTO game VALUES (2, 1, 'chess', 2, 1, 2, 1772366400000, 1772366460000, NULL, NULL, NULL);
INSERT INTO move VALUES (2, 0, 'e2e4', 'e4', 1772366400000, 'event 1'), (2, 1, 'e7e5', 'e5', 1772366460000, 'event 2');
INSERT INTO offer VALUES (2, 'draw', 'black', 1772366460000);
INSERT INTO outbox VALUES (5, '{"room":"test:hall","private_to":null,"in_reply_to":null,"about":2,"text":[{"plain":"Hello."}],"ping":null,"board":null,"attachments":[],"actions":[],"outbox":null}', 1772366460000);
INSERT INTO rating VALUES (1, 'chess', 1662.3, 290.2, 0.06, 1772366400000), (2, 'chess', 1337.7, 290.2, 0.06, 1772366400000);
INSERT INTO rating_change VALUES
    (1, 1, 'white', 1500, 350, 0.06, 1662.3, 290.2, 0.06), (2, 1, 'black', 1500, 350, 0.06, 1337.7, 290.2, 0.06);
INSERT INTO block VALUES (1, 2, 1772366400000);
INSERT INTO mute VALUES (1, 2, NULL, 1);
